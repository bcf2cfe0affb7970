"""One log, read: its kept lines with who wrote them and when, its landmarks, its tracebacks, its matches."""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
from collections.abc import Iterable

from faultbook.diagnosis.clock import FIRST_YEAR, Instant
from faultbook.diagnosis.exceptions import Raised, Trace, traces
from faultbook.diagnosis.figures import Point, series_of
from faultbook.diagnosis.landmarks import LANDMARKS, Kind, Landmark
from faultbook.diagnosis.line import Line, common_formats, read_line
from faultbook.diagnosis.scan import Extract
from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Strength

__all__ = ["Event", "Log", "near_what", "read_log"]

_PROBES = re.compile(r"/health|/metrics|/ping|/ready|/live|/v1/models", re.ASCII)
_ERROR_WORD = re.compile(r"\b(?:ERROR|CRITICAL|FATAL)\b", re.ASCII)
_SHORTLY = 5_000_000  # microseconds by which a line comes before the first stamp
_HOUR = 3_600_000_000
_LOOKED_AT = 200  # lines of a log in which a year is looked for
_STAMPS = 8  # later stamps that are looked at for one that is not earlier
_BACKWARDS = 5  # steps back in time that make a log newest first, and ten times as many as forward


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
    figures: dict[str, list[Point]]
    reversed: bool
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
            if not self.times:
                return None
            first = self.times[0][1]
            return dataclasses.replace(first, us=first.us - _SHORTLY, resolution=_SHORTLY)
        before = self.times[at - 1][1]
        for _, stamp in self.times[at : at + _STAMPS]:
            if stamp.zone == before.zone and stamp.us >= before.us:
                gap = stamp.us - before.us + stamp.resolution
                return dataclasses.replace(before, resolution=max(before.resolution, gap))
        # Written after the last stamp, who knows how long.
        return dataclasses.replace(before, resolution=before.resolution + _HOUR)


def near_what(extracts: Iterable[Extract]) -> int:
    """Return the first time of *extracts* that states its year, or the first of all; lines without one are near it."""
    first = None
    for extract in extracts:
        common = common_formats(extract.kept.values())
        for number, text in itertools.islice(extract.kept.items(), _LOOKED_AT):
            time = read_line(number, text, common).time
            if time is None or time.zone == "boot":
                continue
            if time.has_year:
                return time.us
            first = first or time.in_year(FIRST_YEAR)
    return first.us if first is not None else 0


def read_log(index: int, extract: Extract, matcher: Matcher, near: int) -> Log:
    """Return a log's kept lines read, with its landmarks, matches and tracebacks."""
    common = common_formats(extract.kept.values())
    lines = _lines(extract, common, near)
    backwards = _is_newest_first(lines.values())
    if backwards:
        extract = _turned(extract)
        lines = _lines(extract, common, near)
    marks = []
    for number, indexes in extract.marks.items():
        for at in indexes:
            groups = _holds(at, lines[number])
            if groups is not None:
                marks.append((number, LANDMARKS[at], groups))
    times = [(number, line.time) for number, line in lines.items() if line.time is not None]
    matches = matcher.assemble(extract.finds)
    figures = series_of(extract.samples)
    return Log(index, extract, lines, marks, traces(lines.values()), matches, times, figures, backwards)


def _lines(extract: Extract, common: frozenset[str], near: int) -> dict[int, Line]:
    lines = {number: read_line(number, text, common) for number, text in extract.kept.items()}
    for line in lines.values():
        if line.time is not None:
            line.time = line.time.near(near)
    return lines


def _is_newest_first(lines: Iterable[Line]) -> bool:
    """Return whether a log's times run backwards, as a query of Loki gives them by default."""
    times = [line.time.us for line in lines if line.time is not None and line.time.zone != "boot"]
    later = sum(1 for one, other in itertools.pairwise(times) if one < other)
    earlier = sum(1 for one, other in itertools.pairwise(times) if one > other)
    return earlier >= _BACKWARDS and earlier >= 10 * later


def _turned(extract: Extract) -> Extract:
    last = extract.lines + 1
    return dataclasses.replace(
        extract,
        kept={last - number: text for number, text in reversed(extract.kept.items())},
        marks={last - number: marks for number, marks in reversed(extract.marks.items())},
        samples=[(last - number, text) for number, text in reversed(extract.samples)],
        finds=[[find._replace(line=last - find.line) for find in reversed(finds)] for finds in extract.finds],
    )


def _holds(at: int, line: Line) -> dict[str, str | None] | None:
    """Return what landmark *at* takes from *line*, or ``None`` when it does not hold there."""
    landmark = LANDMARKS[at]
    if landmark.name == "error-record":
        if line.severity is not None:
            return {} if line.severity in {"error", "fatal"} else None
        return {} if _ERROR_WORD.search(line.text[:80]) else None
    body = line.body
    if landmark.kind is Kind.EXCEPTION:
        body = body.rstrip(" \r\n").lstrip(" |+-")
    match = landmark.compiled.search(body)
    if match is None or (landmark.kind is Kind.SERVING and _PROBES.search(body)):
        return None
    return match.groupdict()
