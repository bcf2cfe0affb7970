"""One line of a log: who wrote it, when, how loud, and what is left when all prefixes are off."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Collection
from typing import Any

from faultbook.diagnosis.clock import Instant, read_time
from faultbook.diagnosis.formats import FORMATS, Format

__all__ = ["Line", "common_formats", "may_be_one", "read_line", "segment"]

#: Layers of prefixes taken off at most; four are seen in the field.
_LAYERS = 8
#: Share of a file's lines that a common format must fit to count: it looks like ordinary text otherwise.
_SHARE = (3, 5)
_FITS = 3  # lines at least
_MOST_RANKS = 1_000_000
_NO_PROCESS = re.compile(r"(?:Error|Exception|Warning|warning|error|File|INFO|ERROR|DEBUG|WARNING)$")
_GLOBAL_RANK = re.compile(r"\[rank(\d{1,6})\]:(.*)$", re.ASCII | re.DOTALL)
_INSIDE = re.compile(r"\[(?:PG (?:ID )?(\S+)(?: PG GUID [^\]]{1,80})? )?[Rr]ank (\d{1,6})\]", re.ASCII)
_COORDINATE = re.compile(r"(DP|PP|TP|EP|DCP|PCP)(\d{1,5})", re.ASCII)
_MESSAGE_KEYS = ("log", "line", "message", "msg", "MESSAGE", "text", "body", "event")
_TIME_KEYS = ("time", "timestamp", "ts", "@timestamp", "asctime")
_HOST_KEYS = ("host", "hostname", "node", "_HOSTNAME", "node_name")
_JSON_DEPTH = 100  # brackets in a line that is still read as JSON
#: Of a terminal, in a text: the scan takes them out of bytes, and JSON writes them as \\u001b.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\))")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KMSG_LEVELS = ("emerg", "alert", "crit", "err", "warn", "notice", "info", "debug")
_NUMBERS = frozenset({"rank", "local_rank", "task", "device", "pid"})
_FIELDS = _NUMBERS | {"host", "pod", "container", "process", "ident", "stream", "source"}
_SEVERITIES = {
    "D": "debug", "V": "debug", "I": "info", "W": "warning", "E": "error", "F": "fatal",
    "DEBUG": "debug", "INFO": "info", "WARNING": "warning", "WARN": "warning", "ERROR": "error", "CRITICAL": "fatal",
    "FATAL": "fatal", "emerg": "fatal", "alert": "fatal", "crit": "fatal", "err": "error", "warn": "warning",
    "notice": "info", "info": "info", "debug": "debug",
}  # fmt: skip


@dataclasses.dataclass(slots=True)
class Line:
    """A kept line, read."""

    number: int
    text: str
    """As written, without terminal escapes; of a line with carriage returns, the last piece that says something."""
    body: str = ""
    """The message, without prefixes."""
    rank: int | None = None
    """Global rank."""
    local_rank: int | None = None
    task: int | None = None
    """Slurm or MPI task id; the rank only with one process a task."""
    group_rank: int | None = None
    """Rank within a process group, as c10d's messages give it."""
    world_group: bool = False
    """Whether that group is the default one, where it is the global rank."""
    device: int | None = None
    """CUDA device index (NCCL)."""
    host: str | None = None
    pod: str | None = None
    container: str | None = None
    pid: int | None = None
    process: str | None = None
    coordinates: str | None = None
    """Such as ``DP0 TP1``."""
    ident: str | None = None
    """Program that wrote it, by syslog."""
    stream: str | None = None
    severity: str | None = None
    source: str | None = None
    time: Instant | None = None
    layers: tuple[str, ...] = ()
    stream_key: str = ""
    """The same as ``key``, by transports and launchers only: a record says who wrote it on its first line only."""

    @property
    def key(self) -> str:
        """What tells the stream that wrote it from the file's other streams, by its outer prefixes."""
        parts = (self.pod, self.container, self.host, self.task, self.local_rank, self.rank, self.process, self.pid,
                 self.coordinates)  # fmt: skip
        return "|".join("" if part is None else str(part) for part in parts)


_NO_PREFIX = Line(0, "").key


def may_be_one(one: Line, other: Line) -> bool:
    """Return whether two lines of a log may be of one container: those of others are told apart by name."""
    pairs = ((one.pod, other.pod), (one.container, other.container))
    return all(left == right or left is None or right is None for left, right in pairs)


def segment(text: str) -> str:
    """Return the last piece of *text* between carriage returns that is not blank: what a terminal would show."""
    if "\r" not in text:
        return text
    pieces = [piece for piece in text.split("\r") if piece.strip(" ")]
    return pieces[-1] if pieces else ""


def common_formats(texts: Collection[str]) -> frozenset[str]:
    """Return the names of the common formats that most of a file's lines have."""
    names = []
    full = [text for text in texts if text.strip(" \r\t")]
    for item in FORMATS:
        if not item.common:
            continue
        found = filter(None, map(item.compiled.match, full))
        fits = sum(1 for match in found if item.name != "pdsh" or not _NO_PROCESS.search(match["host"]))
        if fits >= _FITS and fits * _SHARE[1] >= len(full) * _SHARE[0]:
            names.append(item.name)
    return frozenset(names)


def read_line(number: int, text: str, common: frozenset[str] = frozenset()) -> Line:
    """Return line *number*, whose text is *text*, read outside in; *common* names the file's common formats."""
    shown = segment(text)
    line = Line(number, shown, shown)
    if shown.startswith("{"):
        _read_json(line)
    for _ in range(_LAYERS):
        if not _strip_outer(line, common):
            break
    line.stream_key = line.key if line.layers else _NO_PREFIX
    _strip_record(line)
    if (match := _GLOBAL_RANK.match(line.body)) is not None and line.rank is None:
        line.rank, line.body = int(match[1]), match[2].removeprefix(" ")
        line.stream_key = line.key
        _strip_record(line)
    if (inside := _INSIDE.search(line.body[:400])) is not None:
        line.group_rank = int(inside[2])
        line.world_group = inside[1] is None or inside[1] in {"0", "default_pg"} or "default_pg" in inside[0]
    return line


@functools.lru_cache(maxsize=512)
def _that_start(letter: str, *, record: bool) -> tuple[tuple[Format, re.Pattern[str]], ...]:
    """Return the formats, of records or around them, of lines that begin with *letter*, and their patterns."""
    fit = (item for item in FORMATS if item.record is record and re.match(f"[{item.starts}]", letter))
    return tuple((item, item.compiled) for item in fit)


def _strip_record(line: Line) -> None:
    for item, pattern in _that_start(line.body[:1], record=True):
        if (match := pattern.match(line.body)) and _take(line, item, match.groupdict()):
            break


def _strip_outer(line: Line, common: frozenset[str]) -> bool:
    for item, pattern in _that_start(line.body[:1], record=False):
        if item.common and item.name not in common:
            continue
        if item.name in line.layers and item.name != "tee":
            continue
        match = pattern.match(line.body)
        if match is None:
            continue
        groups = match.groupdict()
        if item.name == "tee":
            return _take_tee(line, groups)
        if item.name == "ray" and "vllm-process" in line.layers:
            continue
        if _take(line, item, groups):
            return True
    return False


def _take_tee(line: Line, groups: dict[str, str | None]) -> bool:
    """Tell the two meanings of ``[rank3]:`` apart.

    PyTorch prints the global rank, and a space after it before text, or a record's bracket. torchrun's ``--tee`` prints
    role and local rank, and the line as it was; with ``--role rank`` another ``[rankN]:`` may follow, which is global.
    """
    rest, number = str(groups["rest"]), int(str(groups["local_rank"]))
    if groups["role"] == "rank" and (rest.startswith((" ", "[E", "[W", "[I", "[F")) or not rest):
        if line.rank is not None:
            return False
        line.rank = number
        line.layers = (*line.layers, "excepthook")
        line.body = rest.removeprefix(" ")
        return True
    if line.local_rank is not None or "tee" in line.layers:
        return False
    line.local_rank = number
    line.layers = (*line.layers, "tee")
    line.body = rest
    return True


def _take(line: Line, item: Format, groups: dict[str, str | None]) -> bool:
    rest = groups["rest"] or ""
    if item.name == "pdsh" and _NO_PROCESS.search(groups["host"] or ""):
        return False
    line.layers = (*line.layers, item.name)
    line.body = rest
    for name, text in groups.items():
        if not text or name not in _FIELDS or getattr(line, name) is not None:
            continue
        setattr(line, name, int(text) if name in _NUMBERS else text)
    line.severity = _severity(groups) or line.severity
    for text in (groups.get("coordinates"), groups.get("process")):
        if text and line.coordinates is None:
            found = _COORDINATE.findall(text)
            line.coordinates = " ".join(kind + index for kind, index in found) or None
    time = read_time(groups)
    # An outer time that says its zone, or any against one since boot, tells more.
    if time is not None and (line.time is None or line.time.zone == "boot"):
        line.time = time
    return True


def _severity(groups: dict[str, str | None]) -> str | None:
    if (priority := groups.get("priority")) is not None:
        return _SEVERITIES[_KMSG_LEVELS[int(priority) & 7]]
    return _SEVERITIES.get(groups.get("severity") or "")


def _read_json(line: Line) -> None:
    """Take the message out of a line that is a JSON object, as Docker, Loki, journald and structured loggers write."""
    text = line.body
    if not text.endswith("}") or text.count("{") + text.count("[") > _JSON_DEPTH:
        return
    try:
        value = json.loads(text, parse_constant=_refuse)
    except ValueError:
        return
    message = next((value[key] for key in _MESSAGE_KEYS if isinstance(value.get(key), str)), None)
    if message is None:
        return
    line.body = _ESCAPES.sub("", _SURROGATE.sub("�", message)).rstrip("\r\n")
    line.layers = ("json",)
    labels: dict[str, Any] = next(
        (value[key] for key in ("labels", "kubernetes", "stream") if isinstance(value.get(key), dict)), {}
    )
    for holder in (value, labels):
        if line.host is None:
            line.host = _word(next((holder[key] for key in _HOST_KEYS if isinstance(holder.get(key), str)), None))
        if line.pod is None:
            line.pod = _word(
                next((holder[key] for key in ("pod", "pod_name") if isinstance(holder.get(key), str)), None)
            )
    stamp = next((value[key] for key in _TIME_KEYS if isinstance(value.get(key), str)), None)
    if stamp is not None:
        line.time = read_time({"iso": stamp})
    stream = value.get("stream")
    if isinstance(stream, str):
        line.stream = _word(stream)
    level = next((value[key] for key in ("level", "levelname", "severity") if isinstance(value.get(key), str)), "")
    line.severity = _SEVERITIES.get(level) or _SEVERITIES.get(level.upper())
    rank = value.get("rank")
    if isinstance(rank, int | float) and not isinstance(rank, bool) and 0 <= rank < _MOST_RANKS and rank == int(rank):
        line.rank = int(rank)


def _word(text: str | None) -> str | None:
    return None if text is None else _SURROGATE.sub("�", text)[:120]


def _refuse(name: str) -> float:
    raise ValueError(name)
