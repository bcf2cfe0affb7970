"""What a log's lines say has happened: one event a line, with the entry that knows it and whether it was survived."""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
from collections.abc import Iterable

from faultbook.diagnosis.clock import apart
from faultbook.diagnosis.evidence import Event, Log
from faultbook.diagnosis.exceptions import Raised, Trace
from faultbook.diagnosis.identity import tasks_of
from faultbook.diagnosis.landmarks import Kind
from faultbook.diagnosis.line import Line, may_be_one
from faultbook.diagnosis.tiers import Tier, tier_of_exception, tier_of_landmark
from faultbook.signatures.matcher import Match
from faultbook.vocabulary import Role, Strength

__all__ = ["events_of"]

_MESSAGE = 40  # lines that an exception's message may take
_ENOUGH = 3  # steps or answers after an event that show that the process went on
_RETRIED = 3  # lines after an event in which a retry is announced
_ENDS = frozenset({"finished", "exit-zero"})
_FATAL = frozenset({"elastic-summary", "elastic-exit", "srun-task", "mpirun-signal"})
_WORDS_OF_DEATH = frozenset({"crashed", "killed", "exit-code"})
_MILD = frozenset({"warning", "info", "debug"})
#: An exception that somebody writes about: a prompt, a sample, a document.
_QUOTED = re.compile(r"[\x22\x27\x60\u201c][A-Za-z_][\w.]{0,80}(?:Error|Exception): ", re.ASCII)
_ROLES, _STRENGTHS = tuple(Role), tuple(Strength)


def events_of(log: Log) -> list[Event]:
    """Return a log's events in the order of lines, at most one a line."""
    maker = _Maker(log)
    maker.add_exceptions()
    maker.add_landmarks()
    maker.attach_matches()
    maker.inherit_processes()
    events = [maker.events[number] for number in sorted(maker.events)]
    _survive(events, log)
    return events


class _Maker:
    def __init__(self, log: Log) -> None:
        self.log = log
        self.events: dict[int, Event] = {}
        self.raised: dict[int, tuple[Trace, Raised]] = {
            raised.line: (trace, raised) for trace in log.traces for raised in trace.raised
        }

    def add_exceptions(self) -> None:
        for trace in self.log.traces:
            root = _told(trace.root, self.log)
            self._add(root.line, tier_of_exception(root.type, root.message), "exception", trace=trace, raised=root)

    def add_landmarks(self) -> None:
        log = self.log
        fields = {number for number, landmark, _ in log.marks if landmark.name == "elastic-field"}
        causes = {Kind.ECHO, Kind.DEATH, Kind.FAULT}
        explained = {number for number, landmark, _ in log.marks if landmark.kind in causes}
        echoes = {number for number, landmark, _ in log.marks if landmark.kind is Kind.ECHO}
        for number, landmark, groups in log.marks:
            kind, known = landmark.kind, number in self.raised
            if kind is Kind.EXCEPTION:
                if not known and not self._inside(number):
                    raised = Raised(str(groups["type"]), groups["message"] or "", number, number, [])
                    self._add(number, tier_of_exception(raised.type, raised.message), "exception", raised=raised)
                continue
            # 'traceback : Signal 6 (SIGABRT) received by PID 7706': the exit code above it says it once.
            if number in fields and landmark.name != "elastic-field":
                continue
            tier = tier_of_landmark(landmark, groups, log.lines[number])
            if tier is None or (kind is Kind.ERROR and (number in explained or self._inside(number))):
                continue
            if landmark.name in _WORDS_OF_DEATH and number in echoes:
                continue
            if known:
                # The exception says the same, and says whether it is the root of its chain.
                if number in self.events and kind is Kind.FAULT and tier < self.events[number].tier:
                    self.events[number].tier = tier
                continue
            if kind is Kind.FAULT and self._inside(number):
                continue  # a source line of a traceback
            self._add(number, tier, landmark.name, groups=groups)

    def inherit_processes(self) -> None:
        """Give what Ray prints of a worker's exception the worker's process, which the line above it names."""
        process: tuple[int, str | None] = (-_MESSAGE, None)
        for number in sorted(self.events):
            event = self.events[number]
            if event.kind == "ray-echo" and event.groups.get("pid") is not None:
                process = (number, event.groups["pid"])
            elif event.raised is not None and number - process[0] <= _MESSAGE and process[1] is not None:
                event.groups.setdefault("pid", process[1])

    def attach_matches(self) -> None:
        """Give each match to the event of its line, and let a chain's known exception stand for its root."""
        heads = sorted(self.raised)
        matches = [match for match in self.log.matches if match.line in self.log.lines]
        shown = {(match.entry, match.signature) for match in matches if not self._is_code(match.line)}
        for match in matches:
            if (match.entry, match.signature) in shown and self._is_code(match.line):
                continue  # the line that raises the message, which stands below
            tier = _tier_of_match(match, self.events.get(match.line))
            owner = self._owner(match.line, heads)
            event = self.events.get(match.line) or self._add(match.line, tier, "entry")
            if owner is not None:
                event.trace, event.raised = owner
            event.matches.append(match)
            event.matches.sort(key=_rank)
            if match.strength is Strength.HINT:
                continue
            event.tier = tier if match.role is Role.COLLATERAL else min(event.tier, tier)
            if owner is not None:
                self._stand_for(event, owner, tier)

    def _stand_for(self, event: Event, owner: tuple[Trace, Raised], tier: int) -> None:
        trace, raised = owner
        named = self.events.get(raised.line)
        if named is not None and named is not event and not named.matches and named.trace is trace:
            named.tier = max(named.tier, Tier.ECHO)  # its message is what the signature reads
        if tier <= Tier.NAMED:
            root = self.events.get(trace.root.line)
            if root is not None and root is not event and not root.matches:
                root.tier = Tier.ECHO

    def _owner(self, line: int, heads: list[int]) -> tuple[Trace, Raised] | None:
        at = bisect.bisect_right(heads, line) - 1
        if at < 0 or line - heads[at] > _MESSAGE:
            return None
        owner = self.raised[heads[at]]
        return owner if self.log.lines[line].stream_key == owner[0].key else None

    def _is_code(self, number: int) -> bool:
        """Return whether a line is a source line that a traceback shows."""
        return number not in self.raised and self.log.lines[number].body.startswith("  ") and self._inside(number)

    def _inside(self, number: int) -> bool:
        key = self.log.lines[number].stream_key
        return any(trace.first <= number <= trace.last and trace.key == key for trace in self.log.traces)

    def _add(
        self,
        number: int,
        tier: int,
        kind: str,
        *,
        trace: Trace | None = None,
        raised: Raised | None = None,
        groups: dict[str, str | None] | None = None,
    ) -> Event:
        known = self.events.get(number)
        if known is not None and known.tier <= tier:
            for name, value in (groups or {}).items():
                known.groups.setdefault(name, value)
            return known
        line = self.log.lines[number]
        if trace is not None:
            line = _identified(line, self.log.lines[raised.head if raised is not None else trace.first])
        event = Event(self.log.index, number, tier, kind, line.text, line, trace, raised, groups=dict(groups or {}))
        if known is not None:
            event.groups = {**known.groups, **event.groups}
            event.trace, event.raised = event.trace or known.trace, event.raised or known.raised
        event.time = self.log.time_at(number)
        self.events[number] = event
        return event


def _identified(line: Line, head: Line) -> Line:
    """Return a traceback's *line* with what its first line, which alone has a record's prefix, says of the process."""
    if line is head or line.stream_key != head.stream_key:
        return line
    return dataclasses.replace(
        line,
        rank=line.rank if line.rank is not None else head.rank,
        pid=line.pid if line.pid is not None else head.pid,
        host=line.host or head.host,
        process=line.process or head.process,
        coordinates=line.coordinates or head.coordinates,
        time=line.time or head.time,
    )


def _told(raised: Raised, log: Log) -> Raised:
    """Return *raised* at the line that says most: pydantic names the model first and the error in the next lines."""
    if raised.name != "ValidationError" or " validation error" not in raised.message:
        return raised
    key = log.lines[raised.line].stream_key
    for number in range(raised.line + 1, raised.line + 4):
        below = log.lines.get(number)
        if below is not None and below.stream_key == key and below.body.startswith("  "):
            return dataclasses.replace(raised, line=number, message=below.body.strip(" "))
    return raised


def _tier_of_match(match: Match, event: Event | None) -> int:
    if match.strength is Strength.HINT:
        return Tier.RECORD if event is None else event.tier
    if match.role is Role.COLLATERAL:
        return Tier.WAIT if event is not None and event.tier == Tier.WAIT else Tier.COLLATERAL
    return Tier.KERNEL if event is not None and event.tier == Tier.KERNEL else Tier.NAMED


def _rank(match: Match) -> tuple[int, int, int, str]:
    return _ROLES.index(match.role), _STRENGTHS.index(match.strength), -match.weight, match.entry


def _survive(events: Iterable[Event], log: Log) -> None:
    """Mark the events after which their process went on."""
    ends = [number for number, landmark, _ in log.marks if landmark.name in _ENDS]
    fatal = max((number for number, landmark, _ in log.marks if landmark.name in _FATAL), default=0)
    retries = [number for number, landmark, _ in log.marks if landmark.kind is Kind.RETRY]
    steps: dict[str, list[int]] = {}
    moves = (number for number, landmark, _ in log.marks if landmark.kind in {Kind.PROGRESS, Kind.SERVING})
    for number, _ in itertools.groupby(moves):
        for key in {"", log.lines[number].key}:
            steps.setdefault(key, []).append(number)
    gone: dict[int, int] = {}  # by task, the line that says that it ended
    for number, landmark, groups in log.marks:
        if landmark.name == "srun-task":
            gone |= dict.fromkeys(tasks_of(str(groups["task"])), number)
    for event in events:
        quoted = event.read.body.startswith(" ") or _QUOTED.search(event.read.body) is not None
        if event.tier == Tier.KERNEL or (event.kind == "entry" and event.raised is None and not quoted):
            continue
        is_gone = event.read.task is not None and gone.get(event.read.task, 0) > event.line
        own = steps.get(event.read.key) or ([] if is_gone else steps.get("", []))
        # Standard output may stand behind standard error in a file that a collector put together.
        after = [number for number in own[bisect.bisect_right(own, event.line) :] if not _older(log, number, event)]
        end = next((number for number in ends if number > event.line and _ends(log, number, event)), 0)
        last = max(event.line, event.trace.last if event.trace is not None else 0) + _RETRIED
        at = bisect.bisect_left(retries, event.line)
        retried = at < len(retries) and retries[at] <= last
        if end and end >= fatal:
            event.survived = end
        elif len(after) >= _ENOUGH:
            event.survived = after[_ENOUGH - 1]
        elif after and (retried or event.read.severity in _MILD):
            event.survived = after[0]


def _ends(log: Log, number: int, event: Event) -> bool:
    """Return whether the end at line *number* may be that of the event's process."""
    return may_be_one(log.lines[number], event.read) and not _older(log, number, event)


def _older(log: Log, number: int, event: Event) -> bool:
    time = log.lines[number].time
    return time is not None and event.time is not None and apart(time, event.time, same_clock=True) < 0
