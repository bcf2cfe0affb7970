"""Entries as a list, a line or two each: the page of all failures, and a page for each word of a facet."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Iterable, Mapping
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.history import NO_HISTORY, History
from faultbook.pages.facets import FACETS, Facet, choices, words_of
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import render
from faultbook.pages.written import trail_data
from faultbook.rules.rule import once_a_book
from faultbook.signatures.template import TemplateError, pieces_of
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Area, Role, Severity

__all__ = ["BROWSE_ASSETS", "MOST_ITEMS", "Item", "count_of", "item_of", "listing_pages", "shown_line"]

#: What the page of all failures loads beside what every page has: filters in place of the links.
BROWSE_ASSETS = ("assets/browse.js",)
#: Items under one heading of a word's page; the list of all failures has all.
MOST_ITEMS = 300
_MANY = 12  # words of a facet that are shown; the others are folded away
_SEVERITIES = list(Severity)


@dataclasses.dataclass(frozen=True, slots=True)
class Item:
    """An entry as a list shows it."""

    entry: Entry
    line: str
    """What a log shows, in one line; what varies is an ellipsis."""
    words: dict[str, tuple[str, ...]]
    """By facet."""
    proven: tuple[str, ...]
    """What it is proven on, as a reader sees it."""
    since: dt.datetime | None
    """When it came into the book; ``None`` where git does not say."""
    note: str = ""
    """What a list says of it beside."""
    there: bool = True
    """Whether the book has its page."""


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """Items under a heading."""

    id: str
    title: str
    meaning: str
    items: tuple[Item, ...]
    more: int = 0
    """How many others there are, which are no worse."""


def item_of(entry: Entry, proof: Proof, history: History = NO_HISTORY, *, note: str = "", there: bool = True) -> Item:
    """Return *entry* as a list shows it."""
    dates = history.get(entry.path)
    words = words_of(entry, proof)
    facet = FACETS[-1]
    return Item(
        entry,
        shown_line(entry)[1],
        words,
        tuple(facet.label(word) for word in words[facet.key]),
        dates.first if dates else None,
        note,
        there,
    )


def shown_line(entry: Entry) -> tuple[str, str]:
    """Return the signature by which a log shows *entry* best: its name and its line, an ellipsis for what varies."""
    signatures = list(entry.shown.items())
    name, first = next((item for item in signatures if item[1].role is Role.INITIATING), signatures[0])
    return name, _shown(first.lines[0])


@functools.lru_cache(maxsize=16384)  # an entry stands in many lists
def _shown(line: str) -> str:
    """Return a line template as a reader sees it; one that cannot be read as it is."""
    try:
        pieces = list(pieces_of(line))
    except TemplateError:
        return line
    texts = ["…" if piece.is_hole else piece.text or piece.alternatives[0] for piece in pieces]
    return "".join(texts).strip()


def count_of(count: int) -> str:
    """Return ``1 failure`` or ``2 failures``."""
    return f"{count} failure{'' if count == 1 else 's'}"


def listing_pages(
    book: Book, proofs: Mapping[str, Proof], address: str, history: History = NO_HISTORY
) -> tuple[Page, ...]:
    """Return the page of all failures; for each facet without pages of its own, a page and one for each word."""
    items = {entry.id: item_of(entry, proofs[entry.id], history) for entry in book.entries.values()}
    pages = [_all(book, proofs, items, address)]
    for facet in FACETS:
        if book.entries and not facet.own_page:
            pages.append(_facet(book, proofs, facet, address))
            pages += _words(book, proofs, facet, items, address)
    return tuple(pages)


def _sections(book: Book, items: Mapping[str, Item], entries: Iterable[Entry]) -> tuple[Section, ...]:
    """Return *entries* by area; in each the worst first."""
    chosen = {entry.id for entry in entries}
    by_area: dict[Area, list[Item]] = {}
    for entry in _worst_first(book):
        if entry.id in chosen:
            by_area.setdefault(entry.area, []).append(items[entry.id])
    return tuple(
        Section(area.value, area.label.capitalize(), area.meaning, tuple(by_area[area]))
        for area in Area
        if area in by_area
    )


def _cut(section: Section) -> Section:
    """Return *section* with the worst of its items, when they are too many for one of several lists of a page."""
    more = max(0, len(section.items) - MOST_ITEMS)
    return dataclasses.replace(section, items=section.items[:MOST_ITEMS], more=more)


@once_a_book
def _worst_first(book: Book) -> list[Entry]:
    return sorted(book.entries.values(), key=lambda entry: (-_SEVERITIES.index(entry.severity), entry.title.lower()))


def _all(book: Book, proofs: Mapping[str, Proof], items: Mapping[str, Item], address: str) -> Page:
    here = "failures"
    sections = _sections(book, items, book.entries.values())
    words = f"The {len(book.entries)} failures of the book, each with the line by which a log shows it."
    body = render(
        "failures.html.j2",
        words=words,
        count=len(book.entries),
        sections=sections,
        facets=[(facet, choices(facet, book.entries.values(), proofs)) for facet in FACETS],
        many=_MANY,
        dated=any(item.since for item in items.values()),
        link=lambda path: relative(here, path),
    )
    toc = tuple(TocItem(section.id, section.title) for section in sections)
    data = _data((("Failures", here),), address)
    return Page(here, "All failures", words, body, toc, "hub", None, data, "All failures", BROWSE_ASSETS, wide=True)


def _facet(book: Book, proofs: Mapping[str, Proof], facet: Facet, address: str) -> Page:
    here = facet.folder
    title = f"Failures by {facet.title[:1].lower()}{facet.title[1:]}"
    words = f"{title}: what each word means, and how many of the book's {len(book.entries)} failures have it."
    found = choices(facet, book.entries.values(), proofs)
    body = render("facet.html.j2", title=title, words=words, choices=found, link=lambda path: relative(here, path))
    data = _data((("Failures", "failures"), (facet.title, here)), address)
    return Page(here, title, words, body, (), "hub", structured=data, label=facet.title)


def _words(
    book: Book, proofs: Mapping[str, Proof], facet: Facet, items: Mapping[str, Item], address: str
) -> list[Page]:
    pages = []
    siblings = choices(facet, book.entries.values(), proofs)
    for choice in siblings:
        here = choice.path
        chosen = [item.entry for item in items.values() if choice.word in item.words[facet.key]]
        title = f"{facet.title}: {choice.label}"
        words = f"{choice.meaning[:1].upper()}{choice.meaning[1:]}. {count_of(len(chosen))} of the book."
        sections = tuple(_cut(section) for section in _sections(book, items, chosen))
        body = render(
            "tagged.html.j2",
            title=title,
            facet=facet,
            choice=choice,
            siblings=siblings,
            sections=sections,
            link=lambda path, here=here: relative(here, path),
        )
        data = _data((("Failures", "failures"), (facet.title, facet.folder), (title, here)), address)
        toc = tuple(TocItem(section.id, section.title) for section in sections)
        pages.append(Page(here, title, words, body, toc, "hub", structured=data, label=choice.label))
    return pages


def _data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    return {"@context": "https://schema.org", **trail_data(trail, address)}
