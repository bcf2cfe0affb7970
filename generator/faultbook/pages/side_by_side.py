"""Entries side by side: what a reader compares, a row each."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping

from faultbook.book import Book
from faultbook.entry import Confirm, Entry, Fix, NearMiss
from faultbook.pages.listing import shown_line
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Relation, Severity, is_measured

__all__ = ["MOST_ROWS", "Apart", "Group", "Row", "group_of"]

#: Rows under one heading: more are read by nobody side by side, and would make a page of megabytes.
MOST_ROWS = 100
_APART = 2  # look-alikes that a row names at most; the entry's page has all


@dataclasses.dataclass(frozen=True, slots=True)
class Apart:
    """What separates an entry from a look-alike."""

    other: Entry | None
    """The look-alike, where the book has a page for it."""
    because: str


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """An entry as a comparison shows it."""

    entry: Entry
    signature: str
    measured: bool
    """Whether only the entry's own part prints it."""
    apart: tuple[Apart, ...]
    check: Confirm
    fix_name: str
    fix: Fix
    proven: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    id: str
    title: str
    meaning: str
    rows: tuple[Row, ...]
    path: str = ""
    """The page that has these alone, if there is one."""
    count: int = 0
    """How many there are; the worst of them are rows when they are too many."""
    query: str = ""
    """What makes the list of all failures show these alone, for an address."""


def group_of(
    book: Book,
    entries: Collection[Entry],
    proofs: Mapping[str, Proof],
    *,
    id_: str,
    title: str,
    meaning: str = "",
    path: str = "",
    among: Collection[str] = (),
    query: str = "",
) -> Group:
    """Return *entries* as rows; of their look-alikes, those whose ids are in *among* are named before others.

    Of more than ``MOST_ROWS`` the worst are rows, in the order in which they come.
    """
    order = list(Severity)
    worst = sorted(entries, key=lambda entry: -order.index(entry.severity))[:MOST_ROWS]
    chosen = {entry.id for entry in worst}
    rows = tuple(_row(book, entry, proofs[entry.id].proven, among) for entry in entries if entry.id in chosen)
    return Group(id_, title, meaning, rows, path, len(entries), query)


def _row(book: Book, entry: Entry, proven: bool, among: Collection[str]) -> Row:
    name, line = shown_line(entry)
    fix_name, fix = next(iter(entry.fixes.items()))
    apart = tuple(_apart(book, entry, among))
    return Row(entry, line, is_measured(name), apart, entry.confirm[0], fix_name, fix, proven)


def _apart(book: Book, entry: Entry, among: Collection[str]) -> Iterator[Apart]:
    """Yield what separates *entry* from those it is compared with; else from its nearest look-alike."""
    alike = [item for item in book.neighbours(entry) if item.kind is Relation.CONFUSED_WITH]
    named = [Apart(item.entry, item.because) for item in alike if item.entry.id in among]
    if named:
        yield from named[:_APART]
    elif misses := _near_misses(entry):
        yield Apart(book.entries.get(misses[0].is_), misses[0].because)
    else:
        yield Apart(None, entry.confirm[0].yes_when)


def _near_misses(entry: Entry) -> list[NearMiss]:
    return [miss for signature in entry.shown.values() for miss in signature.near_misses]
