"""What the site shows of the book, in outline: its pages and files, each with a key; and what a build knows first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from faultbook.book import Book
from faultbook.pages import Page, compared, page_data, page_of, shown_incidents
from faultbook.vocabulary import Area

__all__ = ["ALL_TEXTS", "Outline", "Sheet", "Summary", "nav_of"]

ALL_TEXTS = "llms-full.txt"
"""The one file that holds the texts of all entries; it is put together when they are written."""
_LARGE = 5  # entries of a stack that stands in the navigation, which is on every page; the page of stacks has all


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """A page in outline."""

    page: Page
    """Without its body."""
    key: str


@dataclasses.dataclass(frozen=True, slots=True)
class Outline:
    """What the site shows of the book."""

    sheets: tuple[Sheet, ...]
    """Entries first."""
    entries: int
    """How many of them are entries."""
    texts: Mapping[str, str]
    """Keys of files for machines, by path in the site."""
    logs: Mapping[str, str]
    """Files under the book's root, by path in the site."""
    head: str
    """The beginning of the file with all texts."""

    def data(self) -> dict[str, Any]:
        """Return it as JSON can say it."""
        sheets = [[page_data(sheet.page), sheet.key] for sheet in self.sheets]
        return {
            "sheets": sheets,
            "entries": self.entries,
            "texts": dict(self.texts),
            "logs": dict(self.logs),
            "head": self.head,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Outline:
        """Return the outline of :meth:`data`."""
        sheets = tuple(Sheet(page_of(page), key) for page, key in data["sheets"])
        return cls(sheets, data["entries"], data["texts"], data["logs"], data["head"])


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """What a build must know of the book before MkDocs begins."""

    problems: tuple[str, ...]
    left_out: tuple[str, ...]
    """What is not published and why, a line each; the last counts."""
    nav: Mapping[str, list[Any]]
    """What stands for ``@areas`` and its like in the navigation."""


def nav_of(book: Book) -> dict[str, list[Any]]:
    """Return the pages of *book* that the navigation may have."""
    return {
        "@areas": [{area.label.capitalize(): f"{area.value}.md"} for area in Area if book.by_area(area)],
        "@stacks": [{stack: f"stacks/{stack}.md"} for stack, mine in book.by_stack().items() if len(mine) >= _LARGE],
        "@comparisons": [{title: f"compare/{id_}.md"} for id_, title in compared(book).items()],
        "@incidents": [f"{incident.slug}.md" for incident in shown_incidents(book)],
    }
