"""The case that a job's logs make: what went wrong, who it was, and which event came first.

Causality decides first (an event's tier, and the book's ``causes``), then time where the clocks can tell, and the order
of lines only within one log. Two ranks whose clocks cannot tell are named together: "one of".
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence

from faultbook.diagnosis.events import events_of
from faultbook.diagnosis.evidence import Event, Log
from faultbook.diagnosis.figures import COMPARED, USUAL, Finding, Series, find
from faultbook.diagnosis.identity import People
from faultbook.diagnosis.landmarks import Kind
from faultbook.diagnosis.line import may_be_one, read_line
from faultbook.diagnosis.order import earliest, order, surely_before
from faultbook.diagnosis.suspects import (
    Initiating,
    late_rank,
    odd_one_out,
    rank_by_children,
    rank_by_company,
    ranks_by_children,
)
from faultbook.diagnosis.tiers import Tier
from faultbook.signatures.compiled import About, CompiledFigure
from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Role, Strength

__all__ = ["Case", "Note", "findings_of"]

_MINUTE = 60_000_000
_HALF_HOUR = 1_800_000_000  # the longest default of a process group's time-out, before torch 2.2
_AFTER = 5_000_000  # microseconds by which a kernel's line may come after the error that it explains
_NEAR = 200  # lines before an end in which a record at level error may explain it
_LAST = 3  # lines at the end of a log where a shell's word is the last one
_ANSWERS = 3  # answered requests near a log's end that show a healthy server
_ENDING = 60  # lines that are near a log's end
_ENDS = frozenset({"finished", "exit-zero"})
_CRASHED = frozenset({Tier.CRASH, Tier.NCCL})
_HARMLESS = frozenset({Tier.RECORD, Tier.FAILED, Tier.ECHO})


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """A line of a log, and why it is there."""

    file: int
    line: int
    because: str
    slug: str | None = None
    rank: int | None = None


def findings_of(log: Log, figures: Sequence[CompiledFigure], good: Series) -> Iterator[tuple[Log, Finding]]:
    """Yield what the figures of *log* show; what an entry knows stands for the same figure without one."""
    known = set()
    for signature in (*figures, *USUAL, *(COMPARED if good else ())):
        if signature.figure in known or signature.figure not in log.figures:
            continue
        finding = find(signature, log.figures[signature.figure], good.get(signature.figure, ()))
        if finding is not None:
            known.add(signature.figure)
            yield log, finding


class Case:
    """The events of a job's logs, each with its rank, and the ways to the one that came first."""

    def __init__(
        self,
        logs: tuple[Log, ...],
        about: Mapping[str, About],
        matcher: Matcher,
        findings: tuple[tuple[Log, Finding], ...],
    ) -> None:
        self.logs, self.about, self.matcher, self.findings = logs, about, matcher, findings
        self.people = People(logs)
        self.events = [event for log in logs for event in events_of(log)]
        for event in self.events:
            event.rank = self.people.rank_of(event)
            event.host = event.read.host or event.groups.get("host") or event.read.pod
        self._place_devices()
        self.events += [_event_of(log, finding) for log, finding in findings if finding.signature.entry]
        self._demote_distant_kernel_lines()
        self._demote_last_words()
        # A hint names no failure.
        self.alive = [event for event in self.events if not event.survived and (event.kind != "entry" or event.match)]

    def _place_devices(self) -> None:
        """Give lines about a device the rank that another line about it has."""
        ranks: dict[tuple[int, str | None], int] = {}
        for event in self.events:
            if event.rank is not None:
                ranks.setdefault((event.file, event.groups.get("pci")), event.rank)
        for event in self.events:
            if event.rank is None and event.groups.get("pci") is not None:
                event.rank = ranks.get((event.file, event.groups["pci"]))

    def _demote_distant_kernel_lines(self) -> None:
        """Keep a kernel's line as a cause only when it stands within a minute before a program's first errors.

        A watchdog's error comes when its time is over, which may be half an hour.
        """
        programs = [event for event in self.events if Tier.KERNEL < event.tier < Tier.FIGURE and not event.survived]
        spans = sorted(
            (event.time.us - _wait_of(event), event.time.us + event.time.resolution + _AFTER)
            for event in programs
            if event.time is not None and event.time.zone != "boot"
        )
        ends = list(itertools.accumulate((end for _, end in spans), max))
        for event in self.events:
            time = event.time
            if event.tier == Tier.KERNEL and spans and time is not None and time.zone != "boot":
                begun = bisect.bisect_right(spans, time.us + time.resolution, key=lambda span: span[0])
                if begun == 0 or ends[begun - 1] < time.us:
                    event.tier = Tier.DRIVER

    def _demote_last_words(self) -> None:
        """Take a shell's ``Killed`` at the end of a log for how a program was ended that had failed before."""
        for event in self.events:
            if event.kind != "killed" or event.rank is not None or event.match is not None:
                continue
            if event.line >= self.logs[event.file].extract.lines - _LAST and any(
                other.file == event.file
                and 0 < event.line - other.line <= _NEAR
                and Tier.KERNEL < other.tier <= Tier.RECORD
                and other.kind != "killed"
                and not other.survived
                for other in self.events
            ):
                event.tier = Tier.EXIT

    def _first(self) -> Event | None:
        """Return the event nearest to the cause, and of those the earliest; ``None`` when nothing failed."""
        candidates = [event for event in self.alive if event.tier < Tier.RECORD]
        if not candidates:
            return self._first_of_little()
        tier = min(event.tier for event in candidates)
        best = self._earliest_of([event for event in candidates if event.tier == tier])
        for event in candidates:
            crashed = Tier.KERNEL < best.tier < event.tier and event.tier in _CRASHED and event.match is None
            if crashed and best.match is None and surely_before(event, best):
                best = event
        return best

    def _earliest_of(self, peers: Sequence[Event]) -> Event:
        """Return the earliest of *peers*, which are equally near to a cause.

        What the book does not know comes before what it knows only when a clock says so, and in another process.
        """
        chosen = earliest(peers)
        roots = [child for child in self.people.children if child.root and child.code not in {-15, -6}]
        if len(roots) == 1 and chosen.time is None and chosen.rank not in {None, roots[0].rank}:
            chosen = next((event for event in peers if event.rank == roots[0].rank), chosen)
        known = [event for event in peers if event.match is not None and event.match.role is Role.INITIATING]
        if chosen.match is None and known:
            rival = earliest(known)
            if _of_one_stream(chosen, rival) or not surely_before(chosen, rival):
                chosen = rival
        return self._cause_of(chosen, known)

    def _cause_of(self, chosen: Event, known: Sequence[Event]) -> Event:
        """Return the earliest of *known* that leads to *chosen*, as the book has it, unless it came after it."""
        causes = [
            event
            for event in known
            if chosen.match is not None
            and event.match is not None
            and self._leads(event.match.entry, chosen.match.entry)
            and not surely_before(chosen, event)
            and not (_of_one_stream(chosen, event) and chosen.line < event.line)
        ]
        return earliest(causes) if causes else chosen

    def _first_of_little(self) -> Event | None:
        """Return the event to begin with when no line names a cause, a crash or a wait."""
        records = [event for event in self.alive if event.tier in {Tier.RECORD, Tier.FAILED} and event.kind != "entry"]
        ends = [event for event in self.alive if event.tier >= Tier.EXIT]
        if self._ended_well() and all(event.tier in _HARMLESS for event in self.alive):
            return None
        near = [event for event in records if any(_stands_before(event, end) for end in ends)]
        if near:
            return earliest([event for event in near if event.tier == Tier.RECORD] or near)
        if ends:
            tier = min(event.tier for event in ends)
            lines = {(child.file, child.line) for child in self.people.children if child.root}
            known = [event for event in ends if event.match is not None]
            roots = [event for event in ends if (event.file, event.line) in lines]
            return earliest(known or roots or [event for event in ends if event.tier == tier])
        return earliest(records) if records and self._grounds() is None else None

    def _initiating(self, first: Event) -> Initiating:
        because = _BECAUSE.get(first.tier, _BECAUSE[Tier.NAMED])
        if first.tier == Tier.WAIT:
            late = late_rank(self.alive, self.logs, self.people)
            return late or Initiating(first, None, (), "these ranks waited; for which one, the log does not say")
        if first.tier >= Tier.COLLATERAL:
            # Who prints this is not who failed; a launcher, which is no rank, may say who it was.
            of_a_rank = first.read.rank is not None or first.read.local_rank is not None
            told = None if of_a_rank else rank_by_children(first, self.events, self.people)
            return Initiating(first, told, (), because)
        odd = odd_one_out(first, self.alive)
        if odd is not None:
            return odd
        together = ranks_by_children(first, self.people)
        if together:
            return Initiating(first, None, together, "they ended within one second, and no line tells which was first")
        rank = first.rank
        if rank is None:
            rank = rank_by_children(first, self.events, self.people)
        if rank is None and first.tier <= Tier.CRASH:
            rank = rank_by_company(first, self.alive, self.logs, self.people)
        rivals = {
            event.rank
            for event in self.alive
            if event.tier == first.tier
            and event.file != first.file
            and event.rank is not None
            and order(event, first) == 0
        } - {rank}
        if rivals and rank is not None:
            several = tuple(sorted({rank, *rivals}))
            return Initiating(first, None, several, "their clocks cannot tell which of these ranks was first")
        return Initiating(first, rank, (), because)

    def _leads(self, cause: str, effect: str) -> bool:
        """Return whether the book says that *cause* leads to *effect*, at once or over others."""
        seen: set[str] = set()
        ahead = [cause]
        while ahead:
            entry = ahead.pop()
            if entry not in seen and entry in self.about:
                seen.add(entry)
                ahead += self.about[entry].causes
        return effect in seen and effect != cause

    def _ended_well(self) -> bool:
        """Return whether a line says that the work was done, rather than only that a server has stopped."""
        return any(landmark.name in _ENDS for log in self.logs for _, landmark, _ in log.marks)

    def _grounds(self) -> Note | None:
        """Return the line that shows that the work was done: an end, or a service that still answers."""
        for log in self.logs:
            ends = [number for number, landmark, _ in log.marks if landmark.kind is Kind.END]
            if ends:
                return Note(log.index, ends[-1], "the work came to its end")
        for log in self.logs:
            answers = [number for number, landmark, _ in log.marks if landmark.kind is Kind.SERVING]
            if len(answers) >= _ANSWERS and answers[-1] >= log.extract.lines - _ENDING:
                return Note(log.index, answers[-1], "requests are being answered")
        return None


def _wait_of(program: Event) -> int:
    """Return how long before *program* its cause may stand in the kernel's log."""
    return _HALF_HOUR + _MINUTE if program.tier == Tier.WAIT else _MINUTE


def _of_one_stream(one: Event, other: Event) -> bool:
    return one.file == other.file and one.read.key == other.read.key


def _event_of(log: Log, finding: Finding) -> Event:
    """Return the event of a figure that an entry knows; its line may not have been kept for anything else."""
    number, signature = finding.point.line, finding.signature
    if number not in log.lines:
        text = next(text for at, text in log.extract.samples if at == number)
        log.lines[number] = read_line(number, text)
    line = log.lines[number]
    strength = Strength(signature.strength)
    captures = {"figure": signature.figure, "value": finding.point.text}
    captures |= {"baseline": finding.baseline} if finding.baseline is not None else {}
    match = Match(signature.entry, signature.name, Role.INITIATING, strength, 0, number, number, captures)
    return Event(
        log.index,
        number,
        Tier.FIGURE,
        "entry" if strength is Strength.HINT else "figure",
        line.text,
        line,
        matches=[match],
        groups={"when": signature.when},
        time=log.time_at(number),
        rank=line.rank,
    )


def _stands_before(record: Event, end: Event) -> bool:
    return may_be_one(record.read, end.read) and end.file == record.file and 0 <= end.line - record.line <= _NEAR


_BECAUSE: dict[int, str] = {
    Tier.KERNEL: "the kernel or the driver reports it, before the programs do",
    Tier.NAMED: "the earliest line that names a cause; the others follow from it or only wait",
    Tier.CRASH: "the earliest process that ended by a signal; no line names a cause",
    Tier.NCCL: "NCCL's own warning, which the later errors repeat without it",
    Tier.FIGURE: "from this line on a figure is off; no line says why",
    Tier.EXIT: "no line says more than this",
    Tier.COLLATERAL: "no cause stands above this line",
    Tier.ECHO: "no cause stands above this line",
}
