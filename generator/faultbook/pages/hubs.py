"""Hubs: entries side by side, by area, by stack and by comparison; and the lists of stacks and comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.listing import count_of
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import render
from faultbook.pages.side_by_side import Group, group_of
from faultbook.pages.stacks import by_kind
from faultbook.pages.written import trail_data
from faultbook.selection import select
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Area

__all__ = ["compared", "hub_pages"]

Trail = tuple[tuple[str, str], ...]


def hub_pages(book: Book, proofs: Mapping[str, Proof], address: str) -> tuple[Page, ...]:
    """Return a page for each area with entries; the list of stacks and one for each; that of comparisons and each."""
    return (
        *_areas(book, proofs, address),
        *_stacks(book, proofs, address),
        *_comparisons(book, proofs, address),
    )


def compared(book: Book) -> dict[str, str]:
    """Return the comparisons that take at least one entry of *book*: titles by id."""
    return {
        id_: comparison.title
        for id_, comparison in book.comparisons.items()
        if any(entries for _, entries in select(book, comparison))
    }


def _areas(book: Book, proofs: Mapping[str, Proof], address: str) -> list[Page]:
    pages = []
    for area in Area:
        if entries := book.by_area(area):
            title = f"{area.label.capitalize()} failures"
            words = f"{title}: {area.meaning}. {count_of(len(entries))}, side by side."
            group = _area_group(book, area, entries, proofs)
            trail = (("Failures", "failures"),)
            pages.append(_hub(area.value, title, words, (group,), address, trail, area.label.capitalize()))
    return pages


def _stacks(book: Book, proofs: Mapping[str, Proof], address: str) -> list[Page]:
    stacks = book.by_stack()
    words = "The failures of one framework, engine or library on one page each, to compare them."
    body = render("stacks.html.j2", words=words, kinds=by_kind(stacks), link=lambda path: relative("stacks", path))
    data = _data((("Stacks", "stacks"),), address)
    pages = [Page("stacks", "Stacks", words, body, (), "hub", structured=data)]
    for stack, entries in stacks.items():
        by_area = tuple(
            _area_group(book, area, mine, proofs, stack)
            for area in Area
            if (mine := tuple(entry for entry in entries if entry.area is area))
        )
        words = (
            f"{count_of(len(entries))} of {stack} side by side: signature, what tells it apart, first check, first fix."
        )
        trail = (("Stacks", "stacks"),)
        pages.append(_hub(f"stacks/{stack}", f"{stack} failures", words, by_area, address, trail, stack))
    return pages


def _comparisons(book: Book, proofs: Mapping[str, Proof], address: str) -> list[Page]:
    here, title = "compare", "Compare failures"
    words = (
        "Failures that look alike, or end in the same message, side by side: what tells them apart, and the first fix."
    )
    pages = []
    rows = []
    for id_ in compared(book):
        comparison = book.comparisons[id_]
        taken = [(query, entries) for query, entries in select(book, comparison) if entries]
        among = {entry.id for _, entries in taken for entry in entries}
        groups = tuple(
            group_of(
                book,
                entries,
                proofs,
                id_=f"group-{number}",
                title=query.title or comparison.title,
                among=among,
            )
            for number, (query, entries) in enumerate(taken, 1)
        )
        rows.append((id_, comparison, len(among)))
        trail = (("Compare", here),)
        said = " ".join(comparison.words.split())
        pages.append(_hub(f"{here}/{id_}", comparison.title, said, groups, address, trail, comparison.title))
    body = render("compare.html.j2", title=title, words=words, rows=rows, link=lambda path: relative(here, path))
    data = _data((("Compare", here),), address)
    return [Page(here, title, words, body, (), "hub", structured=data, label="Compare"), *pages]


def _area_group(
    book: Book, area: Area, entries: tuple[Entry, ...], proofs: Mapping[str, Proof], stack: str = ""
) -> Group:
    return group_of(
        book,
        entries,
        proofs,
        id_=area.value,
        title=area.label.capitalize(),
        meaning=area.meaning,
        path=area.value,
        among={entry.id for entry in entries},
        query="?" + urlencode({"area": area.value, **({"stack": stack} if stack else {})}),
    )


def _hub(here: str, title: str, words: str, groups: tuple[Group, ...], address: str, trail: Trail, label: str) -> Page:
    body = render(
        "hub.html.j2",
        title=title,
        words=words,
        groups=groups,
        link=lambda path: relative(here, path),
        trail=trail,
        alone=len(groups) == 1,
    )
    toc = tuple(TocItem(group.id, group.title) for group in groups) if len(groups) > 1 else ()
    return Page(here, title, words, body, toc, "hub", structured=_data((*trail, (title, here)), address), label=label)


def _data(trail: Trail, address: str) -> dict[str, Any]:
    return {"@context": "https://schema.org", **trail_data(trail, address)}
