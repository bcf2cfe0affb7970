"""What a rule is: a name, a check that yields Problems, and the page that explains it."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, TypeVar

from faultbook.book import Book
from faultbook.document import Document
from faultbook.entry import Entry
from faultbook.place import Problem

__all__ = ["Fact", "Reach", "Rule", "once_a_book", "unread_slugs"]

_T = TypeVar("_T")


def once_a_book(make: Callable[[Book], _T]) -> Callable[[Book], _T]:
    """Return *make* with its answer for the last book kept: several rules ask for the same, and it is their work."""
    last: list[tuple[Book, _T]] = []

    @functools.wraps(make)
    def ask(book: Book) -> _T:
        found = last[0] if last else None
        if found is None or found[0] is not book:
            found = (book, make(book))
            last[:] = [found]  # by now another thread may have put its own there
        return found[1]

    return ask


class Reach(Enum):
    """What a rule's answer rests on: as long as that is as it was, the answer need not be found again.

    A rule of another reach than `ENTRY` is given entries without their prose (`faultbook.abridged`).
    """

    ENTRY = "entry"
    """On one entry, its parts and its records: the rule finds the same of an entry whatever the others say."""
    SIGNATURES = "signatures"
    """On the signatures, figures and relations of all entries, on incidents and on healthy logs."""
    PARTS = "parts"
    """On which files of parts and records and which entries there are; on no word of them."""
    FACTS = "facts"
    """On what its `Fact`s say of each entry, and on which entries there are."""
    BOOK = "book"
    """On all that is left of entries without their prose, on incidents, comparisons and lists of addresses and ids."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """What a rule asks of each entry; as plain data, since it is kept as long as the entry is the same.

    A rule over the whole book that asks facts alone opens no entry but one that has a problem.
    """

    name: str
    make: Callable[[Entry, Document], list[Any]]

    def of(self, book: Book) -> dict[str, list[Any]]:
        """Return it for each entry of *book*, by id."""
        kept = book.facts.get(self.name, {})
        return {id_: kept[id_] if id_ in kept else self._made(book, id_) for id_ in book.entries}

    def _made(self, book: Book, id_: str) -> list[Any]:
        entry = book.entries[id_]
        return self.make(entry, book.document(entry))


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A check over a book. Its docstring is its page: what it checks, why, what is wrong and what is right."""

    name: str
    check: Callable[[Book], Iterator[Problem]]
    reach: Reach = Reach.BOOK
    halves: tuple[tuple[Reach, Callable[[Book], Iterator[Problem]]], ...] = ()
    """What *check* is made of, where its parts differ in reach."""
    facts: tuple[Fact, ...] = ()

    def within(self, reach: Reach) -> Iterator[Callable[[Book], Iterator[Problem]]]:
        """Yield what of the check has this reach."""
        yield from (check for of, check in self.halves or ((self.reach, self.check),) if of is reach)

    @property
    def docs(self) -> str:
        """The page's text, in Markdown."""
        return inspect.cleandoc(self.check.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first sentence of the page."""
        return self.docs.partition("\n")[0]


def unread_slugs(book: Book) -> set[str]:
    """Return the slugs of files that hold no readable entry: what belongs to them is not lost, only unread."""
    entries = (path for path in book.documents if path.startswith("entries/"))
    slugs = {path.removeprefix("entries/").removesuffix(".yaml") for path in entries}
    return slugs - set(book.slugs)
