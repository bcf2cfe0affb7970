"""A graph in columns, so that every edge goes from left to right and few of them cross (after Sugiyama)."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping

__all__ = ["PASS", "ROW", "Layers", "layered"]

#: Heights of a box with the gap below it, and of the passage of an edge between boxes.
ROW, PASS = 46.0, 14.0
_SWEEPS = 16

Edges = Mapping[str, tuple[str, ...]]


@dataclasses.dataclass(frozen=True, slots=True)
class Layers:
    """Where each name of the graph stands."""

    columns: tuple[tuple[str, ...], ...]
    """From left to right, each from top to bottom; passages of edges have names of their own, which hold a ``>``."""
    heights: Mapping[str, float]
    """Of the upper side of each."""
    ways: tuple[tuple[str, ...], ...]
    """Each edge as the names that it goes through: where it begins, its passages, where it ends."""

    column_of: Mapping[str, int]
    """The number of the column of each."""


def layered(names: Iterable[str], edges: Edges) -> Layers:
    """Return *names* in columns, as far right as their *edges* let them stand; one that closes a circle is left out."""
    group = set(names)
    inside = {name: tuple(other for other in edges.get(name, ()) if other in group) for name in sorted(group)}
    steps: dict[str, int] = {}
    for name in inside:
        _steps(name, inside, (), steps)
    last = max(steps.values())
    columns: list[list[str]] = [[] for _ in range(last + 1)]
    for name in inside:
        columns[last - steps[name]].append(name)
    ways = []
    for name, others in inside.items():
        for other in others:
            if steps[name] > steps[other]:
                passages = {last - step: f"{name}>{other}>{step}" for step in range(steps[name] - 1, steps[other], -1)}
                for column, passage in passages.items():
                    columns[column].append(passage)
                ways.append((name, *passages.values(), other))
    _order(columns, ways)
    numbers = {name: number for number, column in enumerate(columns) for name in column}
    return Layers(tuple(map(tuple, columns)), _heights(columns), tuple(ways), numbers)


def _steps(name: str, edges: Edges, above: tuple[str, ...], steps: dict[str, int]) -> int:
    """Return the length of the longest way from *name* to an end; a circle is not gone round. *steps* keeps it."""
    if name not in steps:
        here = (*above, name)
        steps[name] = max((1 + _steps(o, edges, here, steps) for o in edges[name] if o not in here), default=0)
    return steps[name]


def _order(columns: list[list[str]], ways: Iterable[tuple[str, ...]]) -> None:
    """Sort each column so that each name stands near the mean height of those that it is connected to."""
    left: dict[str, list[str]] = {}
    right: dict[str, list[str]] = {}
    for way in ways:
        for name, after in itertools.pairwise(way):
            right.setdefault(name, []).append(after)
            left.setdefault(after, []).append(name)
    for sweep in range(_SWEEPS):
        near, chosen = (left, columns[1:]) if sweep % 2 else (right, columns[-2::-1])
        for column in chosen:
            column.sort(key=_means(columns, near).__getitem__)


def _means(columns: list[list[str]], near: Mapping[str, list[str]]) -> dict[str, float]:
    """Return for each name the mean height of those in *near*; its own height where there are none."""
    heights = _heights(columns)
    return {
        name: sum(heights[other] for other in near[name]) / len(near[name]) if name in near else height
        for name, height in heights.items()
    }


def _heights(columns: list[list[str]]) -> dict[str, float]:
    """Return the height of each name; columns stand with their middles side by side."""
    sizes = [sum(_size(name) for name in column) for column in columns]
    found = {}
    for column, size in zip(columns, sizes, strict=True):
        height = (max(sizes) - size) / 2
        for name in column:
            found[name] = height
            height += _size(name)
    return found


def _size(name: str) -> float:
    return PASS if ">" in name else ROW
