"""Which of two events came first: by their clocks, or by their lines within one log; never by position across logs."""

from __future__ import annotations

from collections.abc import Sequence

from faultbook.diagnosis.clock import apart
from faultbook.diagnosis.evidence import Event

__all__ = ["earliest", "order", "surely_before"]


def order(one: Event, other: Event) -> int:
    """Return -1 when *one* comes before *other*, 1 when after, 0 when nothing tells."""
    if one.time is not None and other.time is not None:
        by_time = apart(one.time, other.time, same_clock=_same_clock(one, other))
        if by_time:
            return by_time
    if one.file != other.file:
        return 0
    return (one.line > other.line) - (one.line < other.line)


def surely_before(one: Event, other: Event) -> bool:
    """Return whether the clocks say that *one* came before *other*."""
    if one.time is None or other.time is None:
        return False
    return apart(one.time, other.time, same_clock=_same_clock(one, other)) < 0


def earliest(events: Sequence[Event]) -> Event:
    """Return the first of *events*, of which there is at least one."""
    best = events[0]
    for _ in range(2):  # the order is not transitive where clocks leave it open
        for event in events:
            if order(event, best) < 0:
                best = event
    return best


def _same_clock(one: Event, other: Event) -> bool:
    return one.file == other.file and (one.host == other.host or one.host is None or other.host is None)
