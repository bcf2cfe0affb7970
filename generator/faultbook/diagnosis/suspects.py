"""Which rank it was, where no line says so of itself: by set logic over all ranks' reports of one failure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from faultbook.diagnosis.evidence import Event, Log
from faultbook.diagnosis.identity import People
from faultbook.diagnosis.order import earliest, surely_before
from faultbook.diagnosis.tiers import Tier

__all__ = ["Initiating", "late_rank", "odd_one_out", "rank_by_children", "rank_by_company", "ranks_by_children"]

_FEW = 4  # at most a quarter of the ranks can be the ones that the others waited for
_DIGITS = re.compile(r"\d{1,9}", re.ASCII)
_LEFT_OUT = "x across cluster]"  # Ray's note at a line that other processes wrote too, whose lines it left out
_ABORTED = frozenset({-15, -6})


@dataclasses.dataclass(frozen=True, slots=True)
class Initiating:
    """What failed first."""

    event: Event
    rank: int | None
    one_of: tuple[int, ...]
    """Ranks that cannot be told apart, when there are several."""
    because: str


def _suspect(event: Event, ranks: Sequence[int], because: str) -> Initiating:
    several = tuple(ranks) if len(ranks) > 1 else ()
    return Initiating(event, None if several else ranks[0], several, because)


def late_rank(alive: Sequence[Event], logs: Sequence[Log], people: People) -> Initiating | None:
    """Return the rank that the others waited for: behind, in another operation, or silent."""
    reports: dict[int, Event] = {}
    for event in alive:
        if event.rank is not None and event.groups.get("seq") is not None:
            reports.setdefault(event.rank, event)
    return _fewest_enqueued(alive, logs) or _other_operation(reports) or _silent(reports, alive, people)


def _is_few(ranks: Sequence[int], of: int) -> bool:
    return 0 < len(ranks) <= max(1, of // _FEW) and len(ranks) < of


def _fewest_enqueued(alive: Sequence[Event], logs: Sequence[Log]) -> Initiating | None:
    counters: dict[int, tuple[int, Log, int]] = {}
    for log in logs:
        for number, landmark, groups in log.marks:
            if landmark.name != "watchdog-counters":
                continue
            line = log.lines[number]
            rank = line.rank if line.rank is not None else line.group_rank if line.world_group else None
            if rank is not None:
                counters.setdefault(rank, (int(str(groups["enqueued"])[:15]), log, number))
    lowest = min((enqueued for enqueued, _, _ in counters.values()), default=0)
    behind = sorted(rank for rank, (enqueued, _, _) in counters.items() if enqueued == lowest)
    if not _is_few(behind, len(counters)):
        return None
    _, log, number = counters[behind[0]]
    line = log.lines[number]
    own = next((event for event in alive if event.file == log.index and event.line == number), None)
    if own is None:
        own = Event(log.index, number, Tier.WAIT, "watchdog-counters", line.text, line, time=log.time_at(number))
        own.rank, own.host = behind[0], line.host
    return _suspect(own, behind, f"the fewest collectives were enqueued here: {lowest}")


def _other_operation(reports: dict[int, Event]) -> Initiating | None:
    seqs = {rank: int(str(event.groups["seq"])[:15]) for rank, event in sorted(reports.items())}
    if not seqs:
        return None
    lowest, highest = min(seqs.values()), max(seqs.values())
    slow = [rank for rank, seq in seqs.items() if seq == lowest]
    if lowest < highest and _is_few(slow, len(seqs)):
        return _suspect(reports[slow[0]], slow, f"it is at collective {lowest}, the others are at {highest}")
    for seq in sorted(set(seqs.values())):
        ops: dict[str, list[int]] = {}
        for rank, at in seqs.items():
            if at == seq:
                ops.setdefault(str(reports[rank].groups["op"]), []).append(rank)
        if len(ops) < 2:  # noqa: PLR2004 -- one operation is what a collective should be
            continue
        fewest = min(len(ranks) for ranks in ops.values())
        odd = {op: ranks for op, ranks in ops.items() if len(ranks) == fewest}
        ranks = sorted(rank for ranks in odd.values() for rank in ranks)
        because = f"at collective {seq} it was in {next(iter(odd))}, the others were not"
        if len(odd) > 1:
            because = f"at collective {seq} they were in different operations"
        return _suspect(reports[ranks[0]], ranks, because)
    return None


def _silent(reports: dict[int, Event], alive: Sequence[Event], people: People) -> Initiating | None:
    known = people.all_ranks
    silent = sorted(known - set(reports))
    if not reports or not _is_few(silent, len(known)):
        return None
    if any(_LEFT_OUT in event.text for event in alive):
        return None
    own = next((event for event in alive if event.rank == silent[0]), None)
    event = own if own is not None else earliest(list(reports.values()))
    return _suspect(event, silent, "every other rank reports that it waited, this one does not")


def odd_one_out(first: Event, alive: Sequence[Event]) -> Initiating | None:
    """Return the rank that the others' messages name as the one that differs, when most of them name the same."""
    if first.match is None or "peer" not in first.match.captures:
        return None
    entry = first.match.entry
    same = [event for event in alive if event.match is not None and event.match.entry == entry]
    named: dict[str, int] = {}
    for event in same:
        peer = event.match.captures.get("peer") if event.match is not None else None
        if peer is not None:
            named[peer] = named.get(peer, 0) + 1
    peer, count = max(named.items(), key=lambda item: (item[1], item[0]))
    if count < 2 or _DIGITS.fullmatch(peer) is None:  # noqa: PLR2004 -- one message alone singles nobody out
        return None
    own = next((event for event in same if event.rank == int(peer)), first)
    return Initiating(own, int(peer), (), "the other ranks' messages name this one as the one that differs")


def rank_by_children(first: Event, events: Sequence[Event], people: People) -> int | None:
    """Return the rank of the one child that failed by itself, by torchelastic's account."""
    own = [child for child in people.children if child.file == first.file and child.code not in _ABORTED]
    ranks = {child.rank for child in own if child.root} or {child.rank for child in own}
    if not ranks:
        ranks = {
            event.rank
            for event in events
            if event.kind == "elastic-exit" and event.file == first.file and event.tier != Tier.ECHO
        }
    return next(iter(ranks)) if len(ranks) == 1 else None


def ranks_by_children(first: Event, people: People) -> tuple[int, ...]:
    """Return the ranks that ended like *first*, in one second, of which torchelastic calls one the root cause."""
    if first.kind != "elastic-exit":
        return ()
    own = [child for child in people.children if child.file == first.file and child.rank is not None]
    root = next((child for child in own if child.root), None)
    if root is None or root.code in _ABORTED or root.time is None:
        return ()
    alike = {child.rank for child in own if (child.code, child.time) == (root.code, root.time)}
    return tuple(sorted(rank for rank in alike if rank is not None)) if len(alike) > 1 else ()


def rank_by_company(first: Event, alive: Sequence[Event], logs: Sequence[Log], people: People) -> int | None:
    """Return the rank whose own lines tell of what the kernel saw, when the kernel's line maps to none."""
    ranked = [event for event in alive if event.rank is not None]
    pid = first.groups.get("pid")
    if pid is not None:
        word = re.compile(rf"\b{pid}\b", re.ASCII)
        told = {event.rank for event in ranked if word.search(event.text)}
        if len(told) == 1:
            return next(iter(told))
    crashed = {event.rank for event in ranked if event.tier == Tier.CRASH}
    if len(crashed) == 1:
        return next(iter(crashed))
    if first.tier > Tier.KERNEL:
        return None
    device = [event for event in ranked if event.tier == Tier.NAMED and "CUDA" in event.text]
    if device:
        seen = earliest(device)
        others = [event for event in device if event.rank != seen.rank]
        return seen.rank if all(surely_before(seen, event) for event in others) else None
    late = late_rank(alive, logs, people)
    return late.rank if late is not None else None
