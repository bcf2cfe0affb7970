"""Tracebacks put together again, stream by stream: what was raised, where, and what it was raised from.

Forms: CPython's ``traceback`` module with its two links between exceptions ("the direct cause", "during handling"),
exception groups, and the wrappers of PyTorch's workers that print the original traceback after their own message.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from faultbook.diagnosis.landmarks import EXCEPTION
from faultbook.diagnosis.line import Line

__all__ = ["Frame", "Raised", "Trace", "traces"]

_HEAD = "Traceback (most recent call last):"
_CAUSE = "The above exception was the direct cause of the following exception:"
_DURING = "During handling of the above exception, another exception occurred:"
_GROUP_ITEM = re.compile(r"^[ |]*\+-[+-]+ (?:\d+|\.\.\.) -", re.ASCII)
_GROUP_SIDE = re.compile(r"^ *[|+] ?", re.ASCII)
_FRAME = re.compile(r'^[ \t]*File "([^"]{1,400})", line (\d{1,9})(?:, in ([^\n]{1,200}))?', re.ASCII)
_EXCEPTION = re.compile(EXCEPTION, re.ASCII | re.DOTALL)
#: A line that ends a traceback although its name does not say so: a name, alone or before a colon.
_NAMED = re.compile(r"^((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:\([A-Za-z_][\w.]*\))?)(?:: (.*))?$", re.ASCII | re.DOTALL)
_WRAPPED = 6  # lines from a wrapper's message to the traceback that it wraps
_FOREIGN = 40  # lines of others between a traceback's own
_MESSAGE = 60  # lines of a message before the next traceback of a chain
#: A wrapper whose cause is printed after it.
_WRAPS = re.compile(r"^Caught \w+ in |Original Traceback|terminated with the following error|^ray::")
#: Types that programs raise and catch in the course of things: what was raised while handling one tells more.
_CONTROL = frozenset(
    {
        "KeyError", "AttributeError", "ImportError", "ModuleNotFoundError", "StopIteration", "StopAsyncIteration",
        "Empty", "CancelledError", "NotImplementedError", "IndexError", "LookupError",
        "GetTimeoutError", "TimeoutError",
    }
)  # fmt: skip
#: Parts of a path that say it is not the user's own code.
_NOT_THEIRS = (
    "site-packages/", "dist-packages/", "/lib/python3", "<frozen", "<string>", "/bin/", "importlib/", "torch/", "vllm/",
    ".pyx",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """One call of a traceback."""

    path: str
    line: int
    function: str | None


@dataclasses.dataclass(slots=True)
class Raised:
    """One exception of a chain."""

    type: str
    message: str
    line: int
    """Number of the line that names it."""
    head: int
    frames: list[Frame]

    @property
    def frame(self) -> Frame | None:
        """The innermost frame in code that is not a library's, or the innermost of all."""
        own = [frame for frame in self.frames if not any(part in frame.path for part in _NOT_THEIRS)]
        frames = own or self.frames
        return frames[-1] if frames else None

    @property
    def name(self) -> str:
        """The type without its module."""
        return self.type.rpartition(".")[2]


@dataclasses.dataclass(slots=True)
class Trace:
    """A traceback and all that are linked to it."""

    key: str
    first: int
    last: int
    raised: list[Raised]
    links: list[str]
    """How each is linked to the one before it: ``cause``, ``during``, ``item`` (of a group) or ``original``."""

    @property
    def root(self) -> Raised:
        """The exception that started it."""
        at = 0
        for index, link in enumerate(self.links[: len(self.raised) - 1]):  # a head may have no exception
            if at != index:
                continue
            if (
                link == "original"
                or (link == "item" and self.raised[index].name.endswith("Group"))
                or (link == "during" and self.raised[index].name in _CONTROL)
            ):
                at = index + 1
        return self.raised[at]


class _Open:
    """A traceback that is being read."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.frames: list[Frame] = []
        self.head = trace.first
        self.state = "frames"
        self.skipped = 0
        self.link = ""


def traces(lines: Iterable[Line]) -> list[Trace]:
    """Return the tracebacks of one log's kept *lines*, in the order of their heads."""
    found: list[Trace] = []
    open_: dict[str, _Open] = {}
    for line in lines:
        current = open_.get(line.stream_key)
        body = line.body.rstrip(" \r\n")
        in_group = bool(_GROUP_SIDE.match(body)) and current is not None
        if current is not None and _GROUP_ITEM.match(body):
            current.link, current.state = "item", "link"
            continue
        if in_group:
            body = _ungrouped(body)
        if _HEAD in body:
            current = _begin(line, current)
            if current.trace.first == line.number:
                found.append(current.trace)
            open_[line.stream_key] = current
        elif current is not None and not _read(current, line, body):
            del open_[line.stream_key]
    return [trace for trace in found if trace.raised]


def _ungrouped(body: str) -> str:
    while match := _GROUP_SIDE.match(body):
        body = body[match.end() :]
    return body


def _begin(line: Line, current: _Open | None) -> _Open:
    if current is not None and current.trace.raised:
        before = current.trace.raised[-1]
        if current.state != "link" and (
            "Original Traceback" in line.body
            or (_WRAPS.search(before.message) and line.number - before.line <= _WRAPPED)
        ):
            current.link, current.state = "original", "link"
        if current.state == "link":
            current.trace.links.append(current.link)
            current.head, current.frames, current.state, current.skipped = line.number, [], "frames", 0
            return current
    return _Open(Trace(line.stream_key, line.number, line.number, [], []))


def _read(current: _Open, line: Line, body: str) -> bool:
    """Take *line* into the open traceback; return whether it stays open."""
    if current.state == "frames":
        return _read_frame(current, line, body)
    if body in {_CAUSE, _DURING}:
        current.link, current.state, current.skipped = "cause" if body == _CAUSE else "during", "link", 0
        return True
    if current.state == "message" and _WRAPS.search(body) and current.trace.raised:
        current.trace.raised[-1].message += "\n" + body
    current.skipped += 1
    return current.skipped <= _MESSAGE


def _read_frame(current: _Open, line: Line, body: str) -> bool:
    trace = current.trace
    if frame := _FRAME.match(body):
        current.frames.append(Frame(frame[1], int(frame[2]), frame[3]))
        return True
    if not body or body[0] in " \t":
        return True
    match = _EXCEPTION.match(body) or (
        _NAMED.match(body) if current.frames or current.head == line.number - 1 else None
    )
    if match is None:
        current.skipped += 1
        return current.skipped <= _FOREIGN
    trace.raised.append(Raised(match[1], match[2] or "", line.number, current.head, current.frames))
    trace.last = line.number
    current.state, current.skipped = "message", 0
    return True
