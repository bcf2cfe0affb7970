"""The theme around the book's pages: rendered once for each kind of page, and filled in for every page of the kind.

A kind's shell is the theme's own page with marks for what differs. That is exact as long as the theme writes what it is
given as it is; whether it does is seen by rendering a few pages both ways.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation

from faultbook.pages import Page, TocItem
from faultbook_mkdocs.page import BookPage, page_file

__all__ = ["Shells", "first_difference"]

_MARKS = re.compile("zqfb7([a-z]+)7qz")  # of letters and digits alone: no escape and no address changes it
_ESCAPED = re.compile("[&<>\"'`]")
_SPECIALS = 5  # pages with such a character that are rendered both ways
_AROUND = 60  # characters shown on each side of a difference
_Toc = tuple[Any, ...]


class Shells:
    """Pages of the book in the theme of *config*; *files* are those that its templates are told of."""

    def __init__(self, config: MkDocsConfig, env: jinja2.Environment, nav: Navigation, files: Sequence[File]) -> None:
        self._config, self._env, self._nav, self._files = config, env, nav, files
        self._made: dict[Any, tuple[list[str], list[str]]] = {}
        self._special = 0
        self.differs: str | None = None
        """Where filling in first gave something else than the theme."""

    def rendered(self, page: Page | BookPage) -> str:
        """Return the whole document of a page as MkDocs makes it."""
        return self._rendered(page if isinstance(page, BookPage) else self._carried(page))

    def filled(self, page: Page) -> str:
        """Return the same by filling in the shell of its kind; only for a page that is not in the navigation.

        The first page of each kind, and a few that hold what HTML escapes, are rendered as well. When that gives
        something else, :attr:`differs` says what, and from then on every page is rendered.
        """
        if self.differs is not None:
            return self.rendered(page)
        kind = _kind(page)
        new = kind not in self._made
        if new:
            self._made[kind] = self._shell(page)
        special = self._special < _SPECIALS and _ESCAPED.search(f"{page.title} {page.description}") is not None
        try:
            html = self._fill(page, *self._made[kind])
        except KeyError as error:
            self.differs = f"/{page.address}: it writes the mark of {error} where it knows none"
            return self.rendered(page)
        if new or special:
            self._special += special
            whole = self.rendered(page)
            if found := first_difference(whole, html):
                self.differs = f"/{page.address}: {found}"
                return whole
        return html

    def probe(self, page: Page) -> str:
        """Return the theme around a page such as *page* that stands somewhere else and says nothing."""
        return self.rendered(
            dataclasses.replace(
                page, path="zq/zq", title="zq", label="", description="zq", body="zq", changed=None, source="zq"
            )
        )

    def _fill(self, page: Page, literals: list[str], names: list[str]) -> str:
        values = self._values(self._carried(page), page)
        parts = [literals[0]]
        for literal, name in zip(literals[1:], names, strict=True):
            parts.append(values[name])
            parts.append(literal)
        return "".join(parts)

    def _carried(self, page: Page) -> BookPage:
        file = page_file(page, self._config)
        if not isinstance(file.page, BookPage):
            raise TypeError(f"/{page.address} leads to another page and has no shell")
        return file.page

    def _rendered(self, carried: BookPage, change: Callable[[BookPage], None] | None = None) -> str:
        config, plugins = self._config, self._config.plugins
        carried.read_source(config)
        carried.render(config, None)
        if change is not None:
            change(carried)
        carried.active = True
        try:
            context = get_context(self._nav, self._files, config, carried)
            template = self._env.get_template(carried.meta.get("template", "main.html"))
            context = plugins.on_page_context(context, page=carried, config=config, nav=self._nav)
            return plugins.on_post_page(template.render(context), page=carried, config=config)
        finally:
            carried.active = False

    def _shell(self, page: Page) -> tuple[list[str], list[str]]:
        """Return the theme's page of the kind of *page*: the literals between its marks, and the names of these."""
        numbers = iter(range(10_000))
        marked = dataclasses.replace(
            page,
            path=f"{page.path.rpartition('/')[0]}/{_mark('slot')}".lstrip("/"),
            title=_mark("title"),
            description=_mark("description") if page.description else "",
            body=_mark("body") + "".join(tag for tag in _TAGS if tag in page.body),
            toc=_marked(page.toc, numbers),
            source=_mark("source") if page.source else page.source,
            label=_mark("label") if page.label else "",
            changed=_mark("changed") if page.changed else page.changed,
        )

        def change(carried: BookPage) -> None:
            if "structured_data" in carried.meta:
                carried.meta["structured_data"] = _mark("structured")

        text = self._rendered(self._carried(marked), change)
        tags = "".join(tag for tag in _TAGS if tag in page.body)
        text = text.replace(_mark("body") + tags, _mark("body"))
        parts = _MARKS.split(text)
        return parts[::2], parts[1::2]

    def _values(self, carried: BookPage, page: Page) -> dict[str, str]:
        carried.read_source(self._config)
        title = str(carried.meta["title"])
        values = {
            "slot": carried.file.url.rstrip("/").rpartition("/")[2],
            "title": title,
            "label": str(carried.title),
            "description": str(carried.meta["description"]),
            "body": page.body,
            "source": page.source or "",
            "structured": str(carried.meta.get("structured_data", "")),
            "changed": page.changed or "",
        }
        for number, item in enumerate(_leaves(page.toc)):
            values[f"id{_letters(number)}"] = item.id
            values[f"item{_letters(number)}"] = carried.escaped(item.title)
        return values


#: What a theme asks of a body.
_TAGS = ("<h1", "<pre")


def first_difference(wanted: str, found: str) -> str | None:
    """Return where two texts first differ, with what stands there in both; ``None`` when they are the same."""
    if wanted == found:
        return None
    at = next((n for n, (one, other) in enumerate(zip(wanted, found, strict=False)) if one != other), None)
    at = min(len(wanted), len(found)) if at is None else at
    start = max(0, at - _AROUND)
    one, other = (repr(text[start : at + _AROUND]) for text in (wanted, found))
    return f"at character {at} the theme writes {one}, and filling in gives {other}"


def _kind(page: Page) -> tuple[Any, ...]:
    """Return what the pages of one shell share."""
    return (
        page.path.rpartition("/")[0],
        page.kind,
        page.wide,
        page.assets,
        bool(page.source),
        bool(page.description),
        bool(page.label),
        bool(page.structured),
        bool(page.changed),
        tuple(tag in page.body for tag in _TAGS),
        _shape(page.toc),
    )


def _shape(items: Iterable[TocItem]) -> _Toc:
    return tuple((item.id, item.title, _shape(item.children)) if item.children else () for item in items)


def _marked(items: Iterable[TocItem], numbers: Iterator[int]) -> tuple[TocItem, ...]:
    """Return the contents of a shell; an item with others below it stays, since a theme may write it twice."""
    found = []
    for item in items:
        if item.children:
            found.append(dataclasses.replace(item, children=_marked(item.children, numbers)))
        else:
            letters = _letters(next(numbers))
            found.append(TocItem(_mark(f"id{letters}"), _mark(f"item{letters}")))
    return tuple(found)


def _leaves(items: Iterable[TocItem]) -> list[TocItem]:
    return [leaf for item in items for leaf in (_leaves(item.children) if item.children else [item])]


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}")


def _mark(name: str) -> str:
    return f"zqfb7{name}7qz"
