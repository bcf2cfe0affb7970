"""Events to a Diagnosis: what failed first, what it is, what followed from it, and what is missing to be sure.

Causality decides first (an event's tier, and the book's ``causes``), then time where the clocks can tell, and the order
of lines only within one log. Two hosts whose clocks cannot tell are named together: "one of".
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence

from faultbook.diagnosis.clock import apart
from faultbook.diagnosis.evidence import Event, Log, Tier, events_of, read_log, year_of
from faultbook.diagnosis.identity import People, people_of
from faultbook.diagnosis.landmarks import Kind
from faultbook.diagnosis.scan import Extract
from faultbook.signatures.compiled import About
from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Role

__all__ = ["Diagnosed", "Diagnosis", "Initiating", "Note", "judge"]

_MINUTE = 60_000_000
_HALF_HOUR = 1_800_000_000  # the longest default of a process group's time-out, before torch 2.2
_MOST = 50  # collateral lines, and events, in an answer
_AFTER = 5_000_000  # microseconds by which a kernel's line may come after the error that it explains


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """A line of a log, and why it is there."""

    file: int
    line: int
    because: str
    slug: str | None = None
    rank: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosed:
    """One entry that the logs show."""

    entry: str
    match: Match
    event: Event
    ranks: tuple[int, ...]
    """All ranks that show it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Initiating:
    """What failed first."""

    event: Event
    rank: int | None
    one_of: tuple[int, ...]
    """Ranks that cannot be told apart by their clocks, when there are several."""
    because: str


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to logs."""

    verdict: str
    """``diagnosed``, ``inconclusive``, ``unrecognised`` or ``no-failure``."""
    initiating: Initiating | None
    diagnoses: tuple[Diagnosed, ...]
    """Best first, one an entry."""
    collateral: tuple[Note, ...]
    ruled_out: tuple[Note, ...]
    missing: tuple[tuple[str, str], ...]
    """What to collect or run next, and why; at most one."""
    events: tuple[Event, ...]
    logs: tuple[Log, ...]
    grounds: Note | None
    """For ``no-failure``: the line that shows that the work came to its end."""


def judge(extracts: Sequence[Extract], matcher: Matcher, about: Mapping[str, About]) -> Diagnosis:
    """Return what *extracts*, the kept lines of one job's logs, show."""
    year = year_of(extracts)
    logs = tuple(read_log(index, extract, matcher, year) for index, extract in enumerate(extracts))
    return _Case(logs, about).decide()


class _Case:
    def __init__(self, logs: tuple[Log, ...], about: Mapping[str, About]) -> None:
        self.logs, self.about = logs, about
        self.people: People = people_of(logs)
        self.events = [event for log in logs for event in events_of(log)]
        for event in self.events:
            event.rank = self.people.rank_of(event)
            event.host = event.read.host or event.groups.get("host") or event.read.pod
        for event in self.events:
            # Another line of the same device, which names a process that is known.
            if event.rank is None and (pci := event.groups.get("pci")) is not None:
                event.rank = next((other.rank for other in self.events if other.groups.get("pci") == pci
                                   and other.file == event.file and other.rank is not None), None)  # fmt: skip
        self._demote_distant_kernel_lines()
        self._demote_last_words()

    def decide(self) -> Diagnosis:
        alive = [event for event in self.events if not event.survived and self._counts(event)]
        first = self._first(alive)
        if first is None:
            return self._without_failure()
        initiating = self._initiating(first, alive)
        diagnoses = self._diagnoses(first, alive)
        verdict = self._verdict(first, initiating, diagnoses)
        return Diagnosis(
            verdict,
            initiating,
            diagnoses,
            self._collateral(initiating, alive, diagnoses),
            self._ruled_out(diagnoses),
            self._missing(initiating, verdict),
            tuple(self.events),
            self.logs,
            None,
        )

    def _counts(self, event: Event) -> bool:
        """Return whether *event* can be what failed: a hint names no failure, and a record at level error may be harmless."""
        return event.kind != "entry" or event.match is not None

    def _demote_distant_kernel_lines(self) -> None:
        """A kernel's line speaks of this failure when it stands within a minute before the first error of a program."""
        programs = [
            event
            for event in self.events
            if Tier.KERNEL < event.tier < Tier.RECORD and not event.survived and event.time
        ]
        for event in self.events:
            if event.tier != Tier.KERNEL or event.time is None or event.time.zone == "boot" or not programs:
                continue
            same = [other for other in programs if other.time is not None and other.time.zone != "boot"]
            if not same:
                continue
            # A watchdog speaks up only when its time is over.
            waits = [_HALF_HOUR + _MINUTE if other.tier == Tier.WAIT else _MINUTE for other in same]
            near = any(
                other.time is not None
                and -wait <= event.time.us + event.time.resolution - other.time.us
                and event.time.us <= other.time.us + other.time.resolution + _AFTER
                for other, wait in zip(same, waits, strict=True)
            )
            if not near:
                event.tier = Tier.DRIVER

    def _demote_last_words(self) -> None:
        """A shell's ``Killed`` at the end of a log is how a program that had failed was ended."""
        for event in self.events:
            log = self.logs[event.file]
            if event.kind != "killed" or event.rank is not None or event.line < log.extract.lines - 3 or event.match:
                continue
            if any(other.file == event.file and 0 < event.line - other.line <= 200 and other.tier <= Tier.RECORD
                   and other.tier != Tier.KERNEL and other.kind != "killed" and not other.survived for other in self.events):  # fmt: skip
                event.tier = Tier.EXIT

    def _first(self, alive: Sequence[Event]) -> Event | None:
        """Return the event nearest to the cause, and of those the earliest."""
        candidates = [event for event in alive if event.tier < Tier.RECORD]
        known = [event for event in candidates if event.match and event.match.role is Role.INITIATING]
        best: Event | None = None
        for tier in sorted({event.tier for event in candidates}):
            peers = [event for event in candidates if event.tier == tier]
            chosen = self._earliest(peers)
            named = [event for event in peers if event in known]
            if chosen.match is None and named:
                rival = self._earliest(named)
                # What the book does not know comes first only when a clock says so, and on another process.
                surely = self._order(chosen, rival) < 0 and chosen.time is not None and rival.time is not None
                if (
                    not surely
                    or chosen.read.key == rival.read.key
                    or apart(chosen.time, rival.time, same_clock=chosen.file == rival.file) >= 0
                ):
                    chosen = rival
            best = chosen
            break
        if best is not None:
            crashes = [event for event in candidates if best.tier < event.tier <= Tier.NCCL and event.match is None]
            for event in crashes:
                if best.match is None and self._surely_before(event, best):
                    best = event
            return best
        records = [event for event in alive if event.tier in {Tier.RECORD, Tier.FAILED} and event.kind != "entry"]
        ends = [event for event in alive if event.tier >= Tier.EXIT]
        if self._ended_well() and all(event.tier in {Tier.RECORD, Tier.FAILED, Tier.ECHO} for event in alive):
            return None
        if ends and records:
            near = self._late(records, ends)
            if near:
                loud = [event for event in near if event.tier == Tier.RECORD]
                return self._earliest(loud or near)
        if ends:
            tier = min(event.tier for event in ends)
            collateral = [event for event in ends if event.match is not None]
            roots = [
                event
                for event in ends
                if any(
                    child.root and child.file == event.file and child.line == event.line
                    for child in self.people.children
                )
            ]
            return self._earliest(collateral or roots or [event for event in ends if event.tier == tier])
        return self._earliest(records) if records and self._grounds() is None else None

    def _late(self, records: list[Event], ends: list[Event]) -> list[Event]:
        """Return the records at level error that stand within 200 lines before the end that they may explain."""
        return [
            record
            for record in records
            if any(end.file == record.file and 0 <= end.line - record.line <= 200 for end in ends)
        ]

    def _surely_before(self, one: Event, other: Event) -> bool:
        if one.time is None or other.time is None:
            return False
        return apart(one.time, other.time, same_clock=self._same_clock(one, other)) < 0

    def _same_clock(self, one: Event, other: Event) -> bool:
        return one.file == other.file and (one.host == other.host or one.host is None or other.host is None)

    def _order(self, one: Event, other: Event) -> int:
        """Return -1 when *one* comes before *other*: by their clocks, or by their lines within one log."""
        if one.time is not None and other.time is not None:
            by_time = apart(one.time, other.time, same_clock=self._same_clock(one, other))
            if by_time:
                return by_time
        if one.file == other.file:
            return -1 if one.line < other.line else 1 if one.line > other.line else 0
        return 0

    def _earliest(self, events: Sequence[Event]) -> Event:
        best = events[0]
        for _ in range(2):
            for event in events:
                if self._order(event, best) < 0:
                    best = event
        roots = [child for child in self.people.children if child.root and child.code not in {-15, -6}]
        if len(roots) == 1 and best.rank != roots[0].rank and best.time is None:
            own = [event for event in events if event.rank == roots[0].rank and event.rank is not None]
            if own and best.rank is not None:
                return own[0]
        return best

    def _initiating(self, first: Event, alive: Sequence[Event]) -> Initiating:
        if first.tier == Tier.WAIT:
            late = self._late_rank(alive)
            if late is not None:
                return late
            return Initiating(first, None, (), "these ranks waited; which one did not come, the log does not say")
        rank = first.rank
        because = _BECAUSE.get(first.tier, "the earliest line that names what went wrong")
        if first.tier >= Tier.COLLATERAL:
            # Who prints this is not who failed.
            return Initiating(first, None, (), because)
        odd = self._odd_one_out(first, alive)
        if odd is not None:
            return odd
        if rank is None:
            rank = self._rank_by_children(first)
        if rank is None and first.tier <= Tier.CRASH:
            rank = self._rank_by_company(first, alive)
        peers = [
            event
            for event in alive
            if event.tier == first.tier
            and event is not first
            and event.file != first.file
            and event.rank is not None
            and event.rank != rank
            and self._order(event, first) == 0
        ]
        one_of: tuple[int, ...] = ()
        if peers and rank is not None:
            one_of = tuple(sorted({rank, *(event.rank for event in peers if event.rank is not None)}))
            rank, because = None, "their clocks cannot tell which of these ranks was first"
        return Initiating(first, rank, one_of, because)

    def _rank_by_children(self, first: Event) -> int | None:
        """Return the rank of the one child that failed by itself, when the line says none."""
        roots = [child for child in self.people.children if child.file == first.file and child.code not in {-15, -6}]
        heads = {child.rank for child in roots if child.root} or {child.rank for child in roots}
        if len(heads) == 1:
            return next(iter(heads))
        local = [event for event in self.events if event.kind == "elastic-exit" and event.file == first.file]
        known = {event.rank for event in local if event.tier != Tier.ECHO}
        return next(iter(known)) if len(known) == 1 else None

    def _rank_by_company(self, first: Event, alive: Sequence[Event]) -> int | None:
        """Return the rank whose own lines tell of what the kernel saw, when the kernel's line maps to none."""
        pid = first.groups.get("pid")
        if pid is not None:
            told = {event.rank for event in alive if event.rank is not None and re.search(rf"\b{pid}\b", event.text)}
            if len(told) == 1:
                return next(iter(told))
        crashed = {event.rank for event in alive if event.tier == Tier.CRASH and event.rank is not None}
        if len(crashed) == 1:
            return next(iter(crashed))
        if first.tier > Tier.KERNEL:
            return None
        device = [
            event for event in alive if event.rank is not None and event.tier == Tier.NAMED and "CUDA" in event.text
        ]
        if device:
            return self._earliest(device).rank
        late = self._late_rank(alive)
        return late.rank if late is not None and not late.one_of else None

    def _odd_one_out(self, first: Event, alive: Sequence[Event]) -> Initiating | None:
        """Return the rank that the others' messages name as the one that differs, when most of them name the same."""
        if first.match is None or "peer" not in first.match.captures:
            return None
        named: dict[str, list[Event]] = {}
        for event in alive:
            if event.match is not None and event.match.entry == first.match.entry and "peer" in event.match.captures:
                named.setdefault(event.match.captures["peer"], []).append(event)
        peer, events = max(named.items(), key=lambda item: (len(item[1]), item[0]))
        if len(events) < 2 or not peer.isdigit():
            return None
        own = next(
            (
                event
                for event in alive
                if event.rank == int(peer) and event.match is not None and event.match.entry == first.match.entry
            ),
            None,
        )
        return Initiating(
            own or first, int(peer), (), "the other ranks' messages name this one as the one that differs"
        )

    def _late_rank(self, alive: Sequence[Event]) -> Initiating | None:
        """Return the rank that the others waited for: another operation, the fewest enqueued, or no report at all."""
        reports: dict[int, tuple[Event, int, str]] = {}
        counters: dict[int, tuple[Event | None, int, Log, int]] = {}
        for event in alive:
            if event.rank is not None and event.groups.get("seq") is not None:
                reports.setdefault(event.rank, (event, int(str(event.groups["seq"])), str(event.groups["op"])))
        for log in self.logs:
            for number, landmark, groups in log.marks:
                if landmark.name == "watchdog-counters":
                    line = log.lines[number]
                    rank = line.rank if line.rank is not None else line.group_rank if line.world_group else None
                    if rank is not None:
                        counters.setdefault(rank, (None, int(str(groups["enqueued"])), log, number))
        lowest = min((item[1] for item in counters.values()), default=0)
        behind = sorted(rank for rank, item in counters.items() if item[1] == lowest)
        if len(counters) > 1 and len(behind) < len(counters) and len(behind) <= max(1, len(counters) // 4):
            _, _, log, number = counters[behind[0]]
            event = next((event for event in alive if event.file == log.index and event.line == number), None)
            event = event or self._at(log, number)
            return Initiating(event, behind[0], tuple(behind) if len(behind) > 1 else (),
                              f"the fewest collectives were enqueued here: {lowest}")  # fmt: skip
        seqs = sorted(seq for _, seq, _ in reports.values())
        slow = sorted(rank for rank, (_, seq, _) in reports.items() if seq == seqs[0])
        if len(reports) > 2 and seqs[0] < seqs[-1] and len(slow) <= max(1, len(reports) // 4):
            return Initiating(reports[slow[0]][0], slow[0], tuple(slow) if len(slow) > 1 else (),
                              f"it is at collective {seqs[0]}, the others are at {seqs[-1]}")  # fmt: skip
        by_seq: dict[int, dict[str, list[int]]] = {}
        for rank, (_, seq, op) in sorted(reports.items()):
            by_seq.setdefault(seq, {}).setdefault(op, []).append(rank)
        for seq, ops in sorted(by_seq.items()):
            if len(ops) > 1:
                op, odd = min(ops.items(), key=lambda item: (len(item[1]), item[1]))
                if len(odd) * 2 <= sum(len(ranks) for ranks in ops.values()):
                    return Initiating(reports[odd[0]][0], odd[0], tuple(odd) if len(odd) > 1 else (),
                                      f"at collective {seq} it was in {op}, the others were not")  # fmt: skip
        world = self.people.world
        known = set(range(world)) if world is not None and world <= 100_000 else set(self.people.ranks)
        silent = sorted(known - set(reports))
        if reports and silent and len(silent) <= max(1, len(known) // 4):
            event = next((event for event in alive if event.rank == silent[0]), None)
            earliest = self._earliest([item[0] for item in reports.values()])
            return Initiating(event or earliest, silent[0], tuple(silent) if len(silent) > 1 else (),
                              "every other rank reports that it waited, this one does not")  # fmt: skip
        return None

    def _at(self, log: Log, number: int) -> Event:
        line = log.lines[number]
        return Event(
            log.index,
            number,
            Tier.WAIT,
            "watchdog-counters",
            line.text,
            line,
            time=log.time_at(number),
            rank=line.rank,
            host=line.host,
        )

    def _diagnoses(self, first: Event, alive: Sequence[Event]) -> tuple[Diagnosed, ...]:
        found: dict[str, Diagnosed] = {}
        ranks: dict[str, set[int]] = {}
        ordered = [
            first,
            *sorted(
                (event for event in alive if event is not first), key=lambda event: (event.tier, event.file, event.line)
            ),
        ]
        for event in ordered:
            match = event.match
            if match is None or event.survived:
                continue
            if event.rank is not None:
                ranks.setdefault(match.entry, set()).add(event.rank)
            collateral = match.role is Role.COLLATERAL
            if collateral and event is not first and (found or first.tier < Tier.RECORD):
                continue
            if match.entry in found or any(self._leads(other, match.entry) for other in found):
                continue
            found[match.entry] = Diagnosed(match.entry, match, event, ())
        return tuple(
            dataclasses.replace(item, ranks=tuple(sorted(ranks.get(item.entry, ())))) for item in found.values()
        )

    def _leads(self, cause: str, effect: str) -> bool:
        """Return whether the book says that *cause* leads to *effect*, at once or over others."""
        seen, ahead = set(), [cause]
        while ahead:
            entry = ahead.pop()
            if entry in seen or entry not in self.about:
                continue
            seen.add(entry)
            ahead += self.about[entry].causes
        return effect in seen and effect != cause

    def _verdict(self, first: Event, initiating: Initiating, diagnoses: Sequence[Diagnosed]) -> str:
        if diagnoses and diagnoses[0].match.role is Role.INITIATING:
            return "diagnosed"
        if diagnoses and first.tier == Tier.WAIT and initiating.rank is not None:
            return "diagnosed"
        if (
            diagnoses
            or first.tier >= Tier.COLLATERAL
            or (first.tier == Tier.EXIT and first.raised is None and first.kind != "interrupt")
        ):
            return "inconclusive"
        return "unrecognised"

    def _collateral(
        self, initiating: Initiating, alive: Sequence[Event], diagnoses: Sequence[Diagnosed]
    ) -> tuple[Note, ...]:
        named = {id(item.event) for item in diagnoses}
        notes = []
        entries = {item.entry for item in diagnoses}
        for event in alive:
            if event is initiating.event or id(event) in named or event.kind == "c10d-rank":
                continue
            slug = self._slug(event.match.entry) if event.match is not None else None
            if event.match is not None and event.match.entry in entries:
                because = "the same failure on this rank" if event.rank != initiating.rank else "the same failure again"
            elif event.match is not None and diagnoses and self._leads(diagnoses[0].entry, event.match.entry):
                because = "the initiating failure causes this one"
            elif event.tier == Tier.ECHO:
                because = "printed because another process had failed or was stopping"
            elif event.tier == Tier.WAIT:
                because = "it waited for a process that did not come"
            elif event.tier in {Tier.EXIT, Tier.CRASH} and event.raised is None:
                because = "says that a process ended, not why"
            elif (
                self._surely_before(initiating.event, event)
                or event.file == initiating.event.file
                and event.line > initiating.event.line
            ):
                because = "came after the initiating failure"
            else:
                because = "less near to a cause"
            notes.append(Note(event.file, event.line, because, slug, event.rank))
        return tuple(notes[:_MOST])

    def _slug(self, entry: str) -> str:
        return self.about[entry].slug if entry in self.about else entry

    def _ruled_out(self, diagnoses: Sequence[Diagnosed]) -> tuple[Note, ...]:
        said = {item.entry for item in diagnoses}
        notes: dict[str, Note] = {}
        for event in self.events:
            match = event.match
            if match is not None and event.survived and match.entry not in said and match.entry not in notes:
                because = f"it was survived: the log goes on at line {event.survived}"
                notes[match.entry] = Note(event.file, event.line, because, self._slug(match.entry), event.rank)
        return tuple(notes.values())

    def _missing(self, initiating: Initiating, verdict: str) -> tuple[tuple[str, str], ...]:
        first = initiating.event
        cut = any(log.extract.cut for log in self.logs)
        if first.tier == Tier.WAIT and initiating.rank is None:
            return (("the standard error of every rank, from the same minute",
                     "the ranks here only waited; the one that failed or stopped wrote elsewhere"),)  # fmt: skip
        if first.tier == Tier.CRASH and first.raised is None and verdict != "diagnosed":
            host = f" on {first.host}" if first.host else ""
            return ((f"dmesg -T{host}", "a process was ended by a signal; the kernel says by whom and why"),)
        if first.tier == Tier.BACKEND:
            return (("the same run with NCCL_DEBUG=WARN", "NCCL names the call that failed only there"),)
        if verdict == "inconclusive":
            if first.tier == Tier.EXIT:
                rank = f" of rank {initiating.rank}" if initiating.rank is not None else ""
                return (
                    (f"the output{rank} before this line, standard error included", "an exit code does not say why"),
                )
            peer = _PEER.search("\n".join(event.text for event in self.events if event.tier == Tier.ECHO))
            if peer is not None:
                return (
                    (
                        f"the log of {peer[1]} from the same minute",
                        "every line here only says that this peer went away",
                    ),
                )
            return (("what the failed process wrote before this line", "this line is printed whatever the cause was"),)
        return (("the log's end", "its last line is cut"),) if cut and verdict == "no-failure" else ()

    def _without_failure(self) -> Diagnosis:
        grounds = self._grounds()
        hints = [event for event in self.events if event.matches and event.match is None and not event.survived]
        missing: tuple[tuple[str, str], ...] = ()
        if hints:
            missing = ((self.about[hints[0].matches[0].entry].confirm if hints[0].matches[0].entry in self.about else "",
                        "a line hints at this failure and does not prove it"),)  # fmt: skip
        elif grounds is None:
            missing = (("the rest of the log", "there is no sign of failure, and none of success"),)
        verdict = "inconclusive" if hints or grounds is None else "no-failure"
        initiating, diagnoses = None, []
        for event in hints:
            match = event.matches[0]
            if match.entry not in {item.entry for item in diagnoses}:
                diagnoses.append(Diagnosed(match.entry, match, event, ()))
                initiating = initiating or Initiating(
                    event, event.rank, (), "a line hints at it; no line shows a failure"
                )
        return Diagnosis(
            verdict,
            initiating,
            tuple(diagnoses),
            (),
            self._ruled_out(()),
            missing,
            tuple(self.events),
            self.logs,
            grounds,
        )

    def _ended_well(self) -> bool:
        """Return whether a line says that the work was done, rather than only that a server has stopped."""
        return any(landmark.name in {"finished", "exit-zero"} for log in self.logs for _, landmark, _ in log.marks)

    def _grounds(self) -> Note | None:
        """Return the line that shows that the work was done: an end, or a service that still answers."""
        for log in self.logs:
            ends = [number for number, landmark, _ in log.marks if landmark.kind is Kind.END]
            if ends:
                return Note(log.index, ends[-1], "the work came to its end")
        for log in self.logs:
            answers = [number for number, landmark, _ in log.marks if landmark.kind is Kind.SERVING]
            if len(answers) >= 3 and answers[-1] >= log.extract.lines - 60:
                return Note(log.index, answers[-1], "requests are being answered")
        return None


_PEER = re.compile(r"remote peer ([A-Za-z0-9][\w.-]*)<", re.ASCII)
_BECAUSE = {
    Tier.KERNEL: "the kernel or the driver reports it, before the programs do",
    Tier.NAMED: "the earliest line that names a cause; the others follow from it or only wait",
    Tier.CRASH: "the earliest process that ended by a signal; no line names a cause",
    Tier.NCCL: "NCCL's own warning, which the later errors repeat without it",
    Tier.EXIT: "no line says more than this",
    Tier.COLLATERAL: "no cause stands above this line",
    Tier.ECHO: "no cause stands above this line",
}
