"""What a rule is: a name, a check that yields Problems, and the page that explains it."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TypeVar

from faultbook.book import Book
from faultbook.place import Problem

__all__ = ["Reach", "Rule", "once_a_book", "unread_slugs"]

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
    """What a rule's answer rests on: as long as that is as it was, the answer need not be found again."""

    ENTRY = "entry"
    """On one entry, its parts and its records: the rule finds the same of an entry whatever the others say."""
    SIGNATURES = "signatures"
    """On the signatures, figures and relations of all entries, on incidents and on healthy logs."""
    PARTS = "parts"
    """On parts and records and on which entries there are; on no word of them."""
    BOOK = "book"
    """On anything."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A check over a book. Its docstring is its page: what it checks, why, what is wrong and what is right."""

    name: str
    check: Callable[[Book], Iterator[Problem]]
    reach: Reach = Reach.BOOK

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
    return slugs - {entry.slug for entry in book.entries.values()}
