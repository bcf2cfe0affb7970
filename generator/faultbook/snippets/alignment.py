"""The least change to an expected output that makes it hold again: its lines and dots stay where they still fit."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from faultbook.snippets.compare import same

__all__ = ["kept"]

_DOTS = "..."
# What an edit costs: lines under dots are free, so that a part's noise stays out. A changed line is cheaper than a lost
# one, so that what stood after the dots is replaced and not swallowed by them; a new one is cheaper still, so that a
# line that still holds is kept.
_CHANGED, _LOST, _NEW = 1.1, 1.2, 1.0
_MOST_LINES = 400  # beyond these an alignment takes too long, and the output is taken as it is


def kept(expected: str, output: str) -> str:
    """Return the text that should stand there: *output*, with the lines of *expected* where they still hold."""
    old, new = expected.splitlines(), [line.rstrip() for line in output.rstrip("\n").splitlines()]
    if not old or max(len(old), len(new)) > _MOST_LINES:
        return "\n".join(new)
    text = "\n".join(_aligned(old, new))
    return text if same(text, output) else "\n".join(new)


@dataclasses.dataclass(frozen=True, slots=True)
class _Step:
    cost: float
    kept: str | None
    """The line that the step adds to the result, if it adds one."""
    before: tuple[int, int]


def _aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Yield the cheapest edit of *old* that takes all of *new*: an edit distance in which ``...`` takes lines."""
    best: dict[tuple[int, int], _Step] = {(0, 0): _Step(0.0, None, (0, 0))}
    for i in range(len(old) + 1):
        for j in range(len(new) + 1):
            if i or j:
                best[i, j] = min(_steps(best, old, new, i, j), key=lambda step: step.cost)
    lines: list[str] = []
    place = (len(old), len(new))
    while place != (0, 0):
        step = best[place]
        if step.kept is not None:
            lines.append(step.kept)
        place = step.before
    yield from reversed(lines)


def _steps(
    best: dict[tuple[int, int], _Step], old: Sequence[str], new: Sequence[str], i: int, j: int
) -> Iterator[_Step]:
    if i and j:
        before = (i - 1, j - 1)
        holds = old[i - 1] == _DOTS or same(old[i - 1], new[j - 1])
        cost = best[before].cost + (0.0 if holds else _CHANGED)
        yield _Step(cost, old[i - 1] if holds else new[j - 1], before)
    if i:
        yield _Step(best[i - 1, j].cost + _LOST, None, (i - 1, j))
    if j:
        under_dots = i > 0 and old[i - 1] == _DOTS and _is_kept(best, (i, j - 1), i)
        yield _Step(best[i, j - 1].cost + (0.0 if under_dots else _NEW), None if under_dots else new[j - 1], (i, j - 1))


def _is_kept(best: dict[tuple[int, int], _Step], place: tuple[int, int], row: int) -> bool:
    """Return whether the last dots of this row are in the result at *place*, rather than lost before it."""
    while place[0] == row:
        step = best[place]
        if step.before[0] < row:
            return step.kept == _DOTS
        place = step.before
    return False
