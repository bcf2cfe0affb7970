"""What a log's kept lines say has happened: events, each with its line, its process and how near to the cause it speaks.

An event's tier is causality before time: what a kernel or driver saw, then a named cause, then a crash, then what only
waited, then an exit code, then what others' failure made a process print.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
from collections.abc import Iterable
from enum import IntEnum

from faultbook.diagnosis.clock import Instant, apart
from faultbook.diagnosis.exceptions import Raised, Trace, traces
from faultbook.diagnosis.landmarks import LANDMARKS, Kind, Landmark
from faultbook.diagnosis.line import Line, common_formats, read_line
from faultbook.diagnosis.scan import Extract
from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Role, Strength

__all__ = ["Event", "Log", "Tier", "events_of", "read_log", "year_of"]


class Tier(IntEnum):
    """How near to the cause an event speaks, nearest first."""

    KERNEL = 0
    NAMED = 10
    CRASH = 20
    DRIVER = 21
    """An Xid that an application's own fault brings about."""
    NCCL = 22
    BACKEND = 24
    WAIT = 25
    RECORD = 30
    FAILED = 32
    """A line without a level that says that something failed."""
    EXIT = 40
    COLLATERAL = 45
    ECHO = 50


#: Xids that another failure brings about, or that announce what to do about one (NVIDIA's Xid catalogue).
_XID_ECHO = frozenset({43, 45, 63, 92, 154})
#: Xids that a fault of the application brings about.
_XID_APPLICATION = frozenset({13, 31, 137})
_ECHO_TYPES = frozenset(
    {"ChildFailedError", "SignalException", "EngineDeadError", "AsyncEngineDeadError", "CancelledError", "BrokenPipeError",
     "ConnectionResetError", "ActorDiedError", "RayActorError", "WorkerCrashedError", "BrokenProcessPool",
     "ProcessExitedException", "ProcessRaisedException", "CalledProcessError", "RendezvousConnectionError",
     "RendezvousClosedError", "RayTaskError", "ResponseError", "ServerDisconnectedError"}
)  # fmt: skip
_WAITED = re.compile(r"[Tt]imed? ?out|Timeout|DistStoreError|[Ww]ait timeout", re.ASCII)
_BACKEND = re.compile(r"DistBackendError|NCCL error|nccl(?:System|Internal|UnhandledCuda|InvalidUsage)Error|unhandled (?:system|cuda) error", re.ASCII)  # fmt: skip
_CODE = re.compile(r"-?\d+", re.ASCII)
#: Exit codes of a process that another ended: SIGTERM and SIGINT, as torchrun and as shells write them.
_ENDED_BY_OTHERS = frozenset({-15, 143, -2, 130})
#: SIGKILL, SIGBUS, SIGSEGV, SIGILL and SIGFPE. SIGABRT is left out: the watchdog's way to end a process.
_SIGNALS = frozenset({-9, -7, -11, -4, -8, 137, 135, 139, 132, 136})
_CANCELLED = re.compile(r"(?:^|: )[Cc]ancell?ed\.?$", re.ASCII)
_PROBES = re.compile(r"/health|/metrics|/ping|/ready|/live|/v1/models", re.ASCII)
_ERROR_WORD = re.compile(r"\b(?:ERROR|CRITICAL|FATAL)\b", re.ASCII)
_SHORTLY = 5_000_000  # microseconds


@dataclasses.dataclass(slots=True)
class Event:
    """Something that went wrong, at one line."""

    file: int
    line: int
    tier: int
    kind: str
    """``entry``, ``exception``, or the name of a landmark."""
    text: str
    read: Line
    trace: Trace | None = None
    raised: Raised | None = None
    matches: list[Match] = dataclasses.field(default_factory=list)
    """Of signatures, best first."""
    groups: dict[str, str | None] = dataclasses.field(default_factory=dict)
    """What a landmark's pattern takes."""
    time: Instant | None = None
    rank: int | None = None
    host: str | None = None
    survived: int = 0
    """Number of the line that shows that the process went on; 0 when none does."""

    @property
    def match(self) -> Match | None:
        """The match that names its entry, if a signature that is no hint does."""
        return next((match for match in self.matches if match.strength is not Strength.HINT), None)


@dataclasses.dataclass(slots=True)
class Log:
    """One log, read."""

    index: int
    extract: Extract
    lines: dict[int, Line]
    marks: list[tuple[int, Landmark, dict[str, str | None]]]
    """Landmarks that hold, in the order of lines."""
    traces: list[Trace]
    matches: tuple[Match, ...]
    times: list[tuple[int, Instant]]
    """Lines with a time, in the order of lines."""
    reversed: bool = False
    """Whether the log came newest first; its lines are then numbered from its end."""

    def number(self, line: int) -> int:
        """Return the number of *line* in the file."""
        return self.extract.lines + 1 - line if self.reversed else line

    def time_at(self, number: int) -> Instant | None:
        """Return when line *number* was written: by its own stamp, or between those of its neighbours."""
        line = self.lines.get(number)
        if line is not None and line.time is not None:
            return line.time
        at = bisect.bisect_right(self.times, number, key=lambda item: item[0])
        if at == 0:
            first = self.times[0][1] if self.times else None
            # Written before the first stamp, shortly as a rule.
            return None if first is None else dataclasses.replace(first, us=first.us - _SHORTLY, resolution=_SHORTLY)
        before = self.times[at - 1][1]
        after = next((stamp for _, stamp in self.times[at : at + 8] if stamp.zone == before.zone and stamp.us >= before.us), None)  # fmt: skip
        if after is None:
            # Written after the last stamp, who knows how long.
            return dataclasses.replace(before, resolution=before.resolution + 3_600_000_000)
        return dataclasses.replace(before, resolution=max(before.resolution, after.us - before.us + after.resolution))


def year_of(extracts: Iterable[Extract]) -> int:
    """Return the first year that a line of *extracts* states; lines without one are of the same."""
    for extract in extracts:
        for number, text in itertools.islice(extract.kept.items(), 200):
            time = read_line(number, text).time
            if time is not None and time.has_year and time.zone != "boot":
                return time.us // 31_556_952_000_000 + 1970
    return 1970


def read_log(index: int, extract: Extract, matcher: Matcher, year: int) -> Log:
    """Return a log's kept lines read, with its landmarks, matches and tracebacks."""
    common = common_formats(extract.kept.values())
    lines = _lines(extract, common, year)
    backwards = _is_newest_first(lines.values())
    if backwards:
        extract = _turned(extract)
        lines = _lines(extract, common, year)
    marks = []
    for number, indexes in extract.marks.items():
        line = lines[number]
        for landmark_index in indexes:
            landmark = LANDMARKS[landmark_index]
            groups = _holds(landmark, line)
            if groups is not None:
                marks.append((number, landmark, groups))
    times = [(number, line.time) for number, line in lines.items() if line.time is not None]
    matches = matcher.assemble(extract.finds)
    return Log(index, extract, lines, marks, traces(lines.values()), matches, times, backwards)


def _lines(extract: Extract, common: frozenset[str], year: int) -> dict[int, Line]:
    lines = {number: read_line(number, text, common) for number, text in extract.kept.items()}
    for line in lines.values():
        if line.time is not None:
            line.time = line.time.in_year(year)
    return lines


def _is_newest_first(lines: Iterable[Line]) -> bool:
    """Return whether a log's times run backwards, as a query of Loki gives them by default."""
    times = [line.time.us for line in lines if line.time is not None and line.time.zone != "boot"]
    later = sum(1 for one, other in itertools.pairwise(times) if one < other)
    earlier = sum(1 for one, other in itertools.pairwise(times) if one > other)
    return earlier >= 5 and earlier >= 10 * later


def _turned(extract: Extract) -> Extract:
    last = extract.lines + 1
    return dataclasses.replace(
        extract,
        kept={last - number: text for number, text in reversed(extract.kept.items())},
        marks={last - number: marks for number, marks in reversed(extract.marks.items())},
        finds=[[find._replace(line=last - find.line) for find in reversed(finds)] for finds in extract.finds],
    )


_COMPILED = {}


def _holds(landmark: Landmark, line: Line) -> dict[str, str | None] | None:
    if landmark.name == "error-record":
        if line.severity is not None:
            return {} if line.severity in {"error", "fatal"} else None
        return {} if _ERROR_WORD.search(line.text[:80]) else None
    pattern = _COMPILED.get(landmark.name)
    if pattern is None:
        pattern = _COMPILED[landmark.name] = landmark.compiled
    body = line.body
    if landmark.kind is Kind.EXCEPTION:
        body = body.rstrip(" \r").lstrip(" |+-")
    match = pattern.search(body)
    if match is None:
        return None
    if landmark.kind is Kind.SERVING and _PROBES.search(body):
        return None
    return match.groupdict()


def tier_of_exception(type_: str, message: str) -> Tier:
    """Return how near to the cause an exception without an entry speaks."""
    text = f"{type_}: {message}"
    name = type_.rpartition(".")[2]
    if name in _ECHO_TYPES or _CANCELLED.search(message):
        return Tier.ECHO
    for landmark in LANDMARKS:
        if landmark.kind is Kind.ECHO and _pattern(landmark).search(text):
            return Tier.ECHO
    if name == "KeyboardInterrupt":
        return Tier.EXIT
    if name == "SystemExit":
        return Tier.EXIT
    if _BACKEND.search(text):
        return Tier.BACKEND
    if _WAITED.search(text):
        return Tier.WAIT
    return Tier.NAMED


def _pattern(landmark: Landmark) -> re.Pattern[str]:
    pattern = _COMPILED.get(landmark.name)
    if pattern is None:
        pattern = _COMPILED[landmark.name] = landmark.compiled
    return pattern


def _tier_of_landmark(landmark: Landmark, groups: dict[str, str | None], line: Line) -> int | None:
    name = landmark.name
    if (
        line.severity in {"info", "debug"}
        and landmark.kind in {Kind.FAULT, Kind.DEATH}
        and "dmesg" not in line.layers[:1]
    ):
        return None
    if name == "xid":
        xid = int(str(groups["xid"]))
        return Tier.ECHO if xid in _XID_ECHO else Tier.DRIVER if xid in _XID_APPLICATION else Tier.KERNEL
    if name in {"sxid", "gpu-lost", "oom-kill", "machine-check", "filesystem", "slurm-node"}:
        return Tier.KERNEL
    if name in {"kernel-segfault", "trap", "slurm-oom", "oom-killed-pod", "abort-message", "link-down", "glibc"}:
        return Tier.CRASH
    if name == "abort-message" or landmark.kind is Kind.ECHO:
        return Tier.ECHO
    if name == "interrupt":
        return Tier.EXIT
    if name == "nccl-warn":
        return Tier.NCCL
    if name == "watchdog":
        return Tier.WAIT
    if name in {"crashed", "dataloader-worker", "killed"}:
        return Tier.EXIT if "SIGABRT" in line.body or "Aborted" in line.body else Tier.CRASH
    if name == "elastic-field":
        if groups["key"] != "exitcode":
            return None
        code = _CODE.match(str(groups["value"]))
        return None if code is None else _tier_of_code(int(code[0][:9]))
    if name == "mpirun-signal":
        return Tier.ECHO if groups["signal"] == "15" else Tier.CRASH
    if name in {"elastic-exit", "exit-code", "deepspeed-exit"}:
        return _tier_of_code(int(str(groups["code"])[:9]))
    if name == "srun-task":
        what = str(groups["what"])
        if "Terminated" in what:
            return Tier.ECHO
        return (
            Tier.CRASH
            if re.search(r"Killed|Segmentation|Bus error|Aborted|[Oo]ut [Oo]f [Mm]emory", what)
            else Tier.EXIT
        )
    if name == "failed-line":
        return (
            None
            if line.severity in {"info", "debug"}
            else Tier.RECORD
            if line.severity in {"error", "fatal"}
            else Tier.FAILED
        )
    if landmark.kind is Kind.FAULT:
        return Tier.NAMED
    if landmark.kind is Kind.ERROR:
        return Tier.RECORD
    return None


def _tier_of_code(code: int) -> int | None:
    if code == 0:
        return None
    if code in _ENDED_BY_OTHERS:
        return Tier.ECHO
    return Tier.CRASH if code in _SIGNALS else Tier.EXIT


def events_of(log: Log) -> list[Event]:
    """Return a log's events in the order of lines, at most one a line."""
    events: dict[int, Event] = {}
    raised_at: dict[int, tuple[Trace, Raised]] = {}
    for trace in log.traces:
        for raised in trace.raised:
            raised_at[raised.line] = (trace, raised)
    for trace in log.traces:
        root = _told(trace.root, log)
        _add(events, log, root.line, tier_of_exception(root.type, root.message), "exception", trace=trace, raised=root)
    fields = {number for number, landmark, _ in log.marks if landmark.name == "elastic-field"}
    explained = {number for number, landmark, _ in log.marks if landmark.kind in {Kind.ECHO, Kind.DEATH, Kind.FAULT}}
    echoes = {number for number, landmark, _ in log.marks if landmark.kind is Kind.ECHO}
    spans = [(trace.first, trace.last, trace) for trace in log.traces]
    for number, landmark, groups in log.marks:
        if landmark.kind is Kind.EXCEPTION:
            if number in raised_at or _inside(spans, number, log.lines[number].key):
                continue
            raised = Raised(str(groups["type"]), groups["message"] or "", number, number, [])
            _add(events, log, number, tier_of_exception(raised.type, raised.message), "exception", raised=raised)
            continue
        if number in fields and landmark.name != "elastic-field":
            continue  # 'traceback : Signal 6 (SIGABRT) received by PID 7706': the exit code says it once
        tier = _tier_of_landmark(landmark, groups, log.lines[number])
        if tier is None or (landmark.kind is Kind.ERROR and number in explained):
            continue
        if landmark.name in {"crashed", "killed", "exit-code"} and number in echoes:
            continue
        if landmark.kind is Kind.FAULT and number not in raised_at and _inside(spans, number, log.lines[number].key):
            continue  # a source line of a traceback
        if number in raised_at:
            # The exception says the same, and says whether it is the root of its chain.
            if number in events and landmark.kind is Kind.FAULT and tier < events[number].tier:
                events[number].tier = tier
            continue
        if landmark.kind is Kind.ERROR and _inside(spans, number, log.lines[number].key):
            continue
        _add(events, log, number, tier, landmark.name, groups=groups)
    _attach(events, log, raised_at)
    _survive(events.values(), log)
    return [events[number] for number in sorted(events)]


def _told(raised: Raised, log: Log) -> Raised:
    """Return *raised* at the line that says most: pydantic names the model first and the error in the next lines."""
    if raised.name != "ValidationError" or " validation error" not in raised.message:
        return raised
    line = log.lines[raised.line]
    for number in range(raised.line + 1, raised.line + 4):
        below = log.lines.get(number)
        if below is not None and below.key == line.key and below.body.startswith("  "):
            return dataclasses.replace(raised, line=number, message=below.body.strip(" "))
    return raised


def _inside(spans: list[tuple[int, int, Trace]], number: int, key: str) -> bool:
    return any(first <= number <= last and trace.key == key for first, last, trace in spans)


def _add(
    events: dict[int, Event],
    log: Log,
    number: int,
    tier: int,
    kind: str,
    *,
    trace: Trace | None = None,
    raised: Raised | None = None,
    groups: dict[str, str | None] | None = None,
) -> Event:
    known = events.get(number)
    line = log.lines[number]
    if known is not None and known.tier <= tier:
        for name, value in (groups or {}).items():
            known.groups.setdefault(name, value)
        return known
    event = Event(log.index, number, tier, kind, line.text, line, trace, raised, groups=dict(groups or {}))
    if known is not None:
        event.groups = {**known.groups, **event.groups}
        event.trace, event.raised = event.trace or known.trace, event.raised or known.raised
    event.time = log.time_at(number)
    events[number] = event
    return event


def _attach(events: dict[int, Event], log: Log, raised_at: dict[int, tuple[Trace, Raised]]) -> None:
    """Give each match to the event of its line, and let a chain's known exception stand for its root."""
    heads = sorted(raised_at)
    for match in log.matches:
        if match.line not in log.lines:
            continue
        tier = _tier_of_match(match, events.get(match.line))
        at = bisect.bisect_right(heads, match.line) - 1
        owner = raised_at[heads[at]] if at >= 0 and match.line - heads[at] <= 40 else None
        if owner is not None and log.lines[match.line].key != owner[0].key:
            owner = None
        event = events.get(match.line)
        if event is None:
            event = _add(events, log, match.line, tier, "entry")
        if owner is not None:
            event.trace, event.raised = owner
            if owner[1].line != match.line and owner[1].line in events and match.strength is not Strength.HINT:
                named = events[owner[1].line]
                if not named.matches and named.trace is owner[0]:
                    named.tier = max(named.tier, Tier.ECHO)  # its message is what the signature reads
        event.matches.append(match)
        event.matches.sort(key=_rank)
        if match.strength is not Strength.HINT:
            event.tier = min(event.tier, tier) if event.kind != "entry" or tier < event.tier else tier
            if event.tier < tier and match.role is Role.COLLATERAL:
                event.tier = tier
            if owner is not None and tier <= Tier.NAMED:
                root = owner[0].root
                if root.line != event.line and root.line in events and not events[root.line].matches:
                    events[root.line].tier = Tier.ECHO


def _tier_of_match(match: Match, event: Event | None) -> int:
    if match.strength is Strength.HINT:
        return Tier.RECORD if event is None else event.tier
    if match.role is Role.COLLATERAL:
        return event.tier if event is not None and event.tier == Tier.WAIT else Tier.COLLATERAL
    if event is not None and event.tier == Tier.KERNEL:
        return Tier.KERNEL
    return Tier.NAMED


def _rank(match: Match) -> tuple[int, int, int, str]:
    roles, strengths = tuple(Role), tuple(Strength)
    return roles.index(match.role), strengths.index(match.strength), -match.weight, match.entry


def _survive(events: Iterable[Event], log: Log) -> None:
    """Mark the events after which their process went on."""
    lines = log.lines
    ends = [number for number, landmark, _ in log.marks if landmark.name in {"finished", "exit-zero"}]
    steps: dict[str, list[int]] = {}
    for number, landmark, _ in log.marks:
        if landmark.kind in {Kind.PROGRESS, Kind.SERVING}:
            for key in {"", lines[number].key}:
                if not steps.get(key) or steps[key][-1] != number:
                    steps.setdefault(key, []).append(number)
    retries = sorted({number for number, landmark, _ in log.marks if landmark.kind is Kind.RETRY})
    for event in events:
        quoted = event.read.body.startswith(" ")
        if event.tier == Tier.KERNEL or (event.kind == "entry" and event.raised is None and not quoted):
            continue
        own = steps.get(event.read.key) or steps.get("", [])
        # Standard output may stand behind standard error in a file that a collector put together.
        after = [number for number in own[bisect.bisect_right(own, event.line) :] if not _older(log, number, event)]
        end = next((number for number in ends if number > event.line and not _older(log, number, event)), 0)
        at = bisect.bisect_left(retries, event.line)
        retried = at < len(retries) and retries[at] <= max(event.line, event.trace.last if event.trace else 0) + 3
        mild = event.read.severity in {"warning", "info", "debug"}
        if end and not _dies_after(log, end):
            event.survived = end
        elif len(after) >= 3:
            event.survived = after[2]
        elif after and (retried or mild):
            event.survived = after[0]


def _older(log: Log, number: int, event: Event) -> bool:
    time = log.lines[number].time
    return time is not None and event.time is not None and apart(time, event.time, same_clock=True) < 0


def _dies_after(log: Log, number: int) -> bool:
    return any(at > number and landmark.name in {"elastic-summary", "elastic-exit", "srun-task", "mpirun-signal"}
               for at, landmark, _ in log.marks)  # fmt: skip
