"""What the site shows of the book, in outline: its pages and files, each with a key; and what a build knows first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from faultbook.pages import Feedback, HandWritten, Page, digest, page_data, page_of

__all__ = ["ALL_TEXTS", "Outline", "Setting", "Sheet", "Summary", "placed"]

ALL_TEXTS = "llms-full.txt"
"""The one file that holds the texts of all entries; it is put together when they are written."""


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What the pages of a site are made for."""

    address: str
    feedback: Feedback | None
    written: Sequence[HandWritten]


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


def placed(base: Outline, keys: Sequence[str], search: Mapping[str, str]) -> Outline:
    """Return the outline of *base*, of whose entries *keys* are the keys, and the *search*'s files by path."""
    slugs = [each.page.path for each in base.sheets[: base.entries]]
    sheets = [Sheet(each.page, key) for each, key in zip(base.sheets, keys, strict=False)]
    own = {f"{slug}.{end}": f"{key}.{end}" for slug, key in zip(slugs, keys, strict=True) for end in ("json", "md")}
    texts = {**own, **base.texts, **search, ALL_TEXTS: digest([ALL_TEXTS, base.texts[ALL_TEXTS], list(keys)])}
    return Outline((*sheets, *base.sheets[base.entries :]), base.entries, texts, base.logs, base.head)
