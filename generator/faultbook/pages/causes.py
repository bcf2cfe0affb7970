"""What leads to what in the book: entries in columns, from what begins to what ends, and the same as trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.graph import BOX_WIDTH, Box, Curve, drawn
from faultbook.pages.layers import PASS, layered
from faultbook.vocabulary import Relation

__all__ = ["Branch", "components", "picture", "relations", "trees"]

_COLUMN = BOX_WIDTH + 70

Edges = Mapping[str, tuple[str, ...]]


@dataclasses.dataclass(frozen=True, slots=True)
class Branch:
    """An entry with what leads to it."""

    entry: Entry
    causes: tuple[Branch, ...]
    again: bool
    """Whether it stands further up with what leads to it, which is not repeated."""


def relations(book: Book, kind: Relation) -> dict[str, tuple[str, ...]]:
    """Return for each entry the ids of those that it stands to as *kind* says; entries without any are left out."""
    found = {
        entry.id: tuple(neighbour.entry.id for neighbour in book.neighbours(entry) if neighbour.kind is kind)
        for entry in book.entries.values()
    }
    return {id_: others for id_, others in found.items() if others}


def components(edges: Edges) -> list[tuple[str, ...]]:
    """Return the ids that *edges* connect, in either direction, as groups: the largest first, each in order of id."""
    near: dict[str, set[str]] = {}
    for id_, others in edges.items():
        for other in others:
            near.setdefault(id_, set()).add(other)
            near.setdefault(other, set()).add(id_)
    groups: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for first in sorted(near):
        if first in seen:
            continue
        group: set[str] = set()
        waiting = [first]
        while waiting:
            id_ = waiting.pop()
            if id_ not in group:
                group.add(id_)
                waiting += near[id_]
        seen |= group
        groups.append(tuple(sorted(group)))
    return sorted(groups, key=lambda group: (-len(group), group))


def trees(book: Book) -> tuple[Branch, ...]:
    """Return what causes no other, with all that leads to it; those with most causes first."""
    causes, caused_by = relations(book, Relation.CAUSES), relations(book, Relation.CAUSED_BY)
    ends = [id_ for id_ in caused_by if id_ not in causes]
    known = set(ends)
    # Where each causes another in a circle, there is no end: the first is taken for one.
    ends += [group[0] for group in components(causes) if known.isdisjoint(group)]
    sizes: dict[str, int] = {}
    for id_ in ends:
        _size(id_, caused_by, (), sizes)
    shown: set[str] = set()
    found = [_branch(book, id_, caused_by, shown, ()) for id_ in sorted(ends, key=lambda id_: -sizes[id_])]
    return tuple(found)


def _size(id_: str, caused_by: Edges, above: tuple[str, ...], sizes: dict[str, int]) -> int:
    """Return how many branches the tree below *id_* would have with all repeated; *sizes* keeps what was counted."""
    if id_ not in sizes:
        here = (*above, id_)
        sizes[id_] = 1 + sum(_size(o, caused_by, here, sizes) for o in caused_by.get(id_, ()) if o not in here)
    return sizes[id_]


def _branch(book: Book, id_: str, caused_by: Edges, shown: set[str], above: tuple[str, ...]) -> Branch:
    causes = [other for other in caused_by.get(id_, ()) if other not in {*above, id_}]
    again = id_ in shown and bool(causes)
    shown.add(id_)
    if again:
        return Branch(book.entries[id_], (), again=True)
    causes.sort(key=lambda other: book.entries[other].title.lower())
    below = tuple(_branch(book, other, caused_by, shown, (*above, id_)) for other in causes)
    return Branch(book.entries[id_], below, again=False)


def picture(book: Book, ids: Iterable[str], edges: Edges, link: Callable[[str], str]) -> Markup:
    """Return the picture of the entries *ids*: each stands left of all that it leads to by *edges*."""
    layers = layered(ids, edges)
    boxes = {
        id_: Box(book.entries[id_], column * _COLUMN, layers.heights[id_], anchor="#related")
        for column, names in enumerate(layers.columns)
        for id_ in names
        if id_ in book.entries
    }
    curves = []
    for way in layers.ways:
        through = tuple((layers.column_of[name] * _COLUMN, layers.heights[name] + PASS / 2) for name in way[1:-1])
        curves.append(Curve(boxes[way[0]], boxes[way[-1]], Relation.CAUSES.value, through=through))
    label = f"What leads to what among {len(boxes)} failures; the lists below say the same"
    return drawn(boxes.values(), curves, label=label, link=link)
