"""What a site engine is given: one page with its address, words for its head, and its body."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

__all__ = ["Page", "TocItem", "digest", "in_short", "page_data", "page_of", "relative"]

Kind = Literal["home", "entry", "hub", "rule", "incident", "diagnose", "search", "data", "moved"]


@dataclasses.dataclass(frozen=True, slots=True)
class TocItem:
    """A heading of a page and those below it; the title is plain text."""

    id: str
    title: str
    children: tuple[TocItem, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """One page of the site; its address is ``path`` with a slash at the end; the first page has none."""

    path: str
    title: str
    description: str
    """Plain text, one line."""
    body: str
    """Safe HTML; links are relative, and right for an address that ends with a slash."""
    toc: tuple[TocItem, ...]
    kind: Kind
    source: str | None = None
    """The file that a reader edits to change the page, under the book's root."""
    structured: dict[str, Any] | None = None
    """JSON-LD."""
    label: str = ""
    """The short name for a navigation, where the title is long."""
    assets: tuple[str, ...] = ()
    """Style sheets and scripts (modules) that this page alone loads, by their paths in the site."""
    wide: bool = False
    """Whether it needs the whole width, without a navigation beside it."""
    changed: str | None = None
    """Day of its last change, ISO 8601, where that is known."""
    moved_to: str = ""
    """The path of the page that this one leads to, with a slash at the end, when it is there for its address alone."""

    @property
    def address(self) -> str:
        """Its address under the site's: the path with a slash at the end, nothing for the first page."""
        return f"{self.path}/" if self.path else ""


def relative(here: str, there: str) -> str:
    """Return the link from page *here* to page *there*, both without a slash at the end; a dot marks a file.

    >>> relative("memory/a", "memory/b"), relative("memory/a", "memory"), relative("stacks", "alerts.yml")
    ('../b/', '../', '../alerts.yml')
    """
    start, end = (path.split("/") if path else [] for path in (here, there))
    shared = 0
    for mine, its in zip(start, end, strict=False):
        if mine != its:
            break
        shared += 1
    path = "/".join([".."] * (len(start) - shared) + end[shared:]) or "."
    return path if end and "." in end[-1] else f"{path}/"


def in_short(page: Page) -> Page:
    """Return *page* without what only its own file holds."""
    return dataclasses.replace(page, body="", toc=(), structured=None)


def page_data(page: Page) -> dict[str, Any]:
    """Return *page* as JSON can say it; a tuple is a list to JSON."""
    return {**{name: getattr(page, name) for name in _OF_PAGE}, "toc": _plain_toc(page.toc)}


def page_of(data: Mapping[str, Any]) -> Page:
    """Return the page of :func:`page_data`."""
    return Page(**{**data, "toc": _toc(data["toc"]), "assets": tuple(data["assets"])})


_OF_PAGE = tuple(field.name for field in dataclasses.fields(Page))


def _plain_toc(items: Iterable[TocItem]) -> list[dict[str, Any]]:
    return [{"id": item.id, "title": item.title, "children": _plain_toc(item.children)} for item in items]


def _toc(items: Iterable[Mapping[str, Any]]) -> tuple[TocItem, ...]:
    return tuple(TocItem(item["id"], item["title"], _toc(item["children"])) for item in items)


def digest(content: Any) -> str:
    """Return a digest of *content*, which JSON can say."""
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
