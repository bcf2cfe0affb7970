"""The page of an entry."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from markupsafe import Markup, escape

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.history import Dates
from faultbook.pages.feedback import Feedback
from faultbook.pages.measured import charts
from faultbook.pages.neighbourhood import neighbourhood
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.parts import part_views
from faultbook.pages.quick import command_language, quick
from faultbook.pages.render import inline, render
from faultbook.pages.runs import FRESH_DAYS, by_target
from faultbook.pages.samples import origin, sample_views
from faultbook.pages.structured import entry_data
from faultbook.questions import affected, figure_in_words, questions
from faultbook.rules.rule import once_a_book
from faultbook.snippets.gate import Proof
from faultbook.snippets.record import MAX_AGE_DAYS
from faultbook.vocabulary import Area, Relation, is_measured

__all__ = ["ENTRY_ASSETS", "entry_outline", "entry_page"]

#: What an entry's page loads beside what every page has; nothing of it is needed to read.
ENTRY_ASSETS = ("assets/entry.js",)
_ALIKE = 3  # look-alikes that the line at the top names


def entry_page(
    book: Book,
    entry: Entry,
    proof: Proof,
    address: str,
    feedback: Feedback | None = None,
    dates: Dates | None = None,
) -> Page:
    """Return the page of *entry*; *address* is the site's, for its structured data alone.

    *feedback* is where a reader may say that a fix did not work; without it the page does not ask. *dates* are git's.
    """

    def link(path: str) -> str:
        return relative(entry.slug, path)

    parts = part_views(proof)
    asked = questions(entry)
    neighbours = book.neighbours(entry)
    alike = [neighbour.entry for neighbour in neighbours if neighbour.kind is Relation.CONFUSED_WITH]
    values = {
        "entry": entry,
        "proof": proof,
        "link": link,
        "entry_link": _linker(book, link),
        "quick": quick(entry),
        "alike": alike[:_ALIKE],
        "more_alike": len(alike[_ALIKE:]),
        "beside": _places(book)[entry.id],
        "samples": {name: sample_views(signature) for name, signature in entry.signatures.items()},
        "figures": {name: figure_in_words(figure) for name, figure in entry.figures.items()},
        "origin": origin,
        "command_language": command_language,
        "is_measured": is_measured,
        "near_misses": [
            *(miss for signature in entry.signatures.values() for miss in signature.near_misses),
            *(miss for figure in entry.figures.values() for miss in figure.near_misses),
        ],
        "affects": [affected(item) for item in entry.affects],
        "questions": asked,
        "parts": parts,
        "proofs": {part.fix: part for part in parts if part.fix},
        "targets": by_target(run for part in parts for run in part.runs),
        "ages": {"fresh": FRESH_DAYS, "most": MAX_AGE_DAYS},
        "measured": charts(entry, proof),
        "neighbours": neighbours,
        "neighbourhood": neighbourhood(entry, neighbours, link),
        "did_not_work": {name: feedback.link(entry, proof, name) for name in entry.fixes} if feedback else {},
    }
    return dataclasses.replace(
        entry_outline(entry, dates),
        body=render("entry.html.j2", **values),
        toc=_toc(entry, bool(parts), bool(values["near_misses"]), bool(neighbours)),
        structured=entry_data(entry, proof, address, asked, dates),
    )


def entry_outline(entry: Entry, dates: Dates | None = None) -> Page:
    """Return the page of *entry* without what only its own file holds: body, contents and structured data."""
    return Page(
        path=entry.slug,
        title=entry.title,
        description=" ".join(entry.summary.replace("`", "").split()),
        body="",
        toc=(),
        kind="entry",
        source=entry.path,
        assets=ENTRY_ASSETS,
        changed=dates.last.date().isoformat() if dates else None,
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Beside:
    """Where an entry stands in its area, and the entries before and after it there."""

    place: int
    count: int
    previous: Entry | None
    next: Entry | None


@once_a_book
def _places(book: Book) -> dict[str, Beside]:
    """Return where each entry of *book* stands, by id."""
    found = {}
    for area in Area:
        row = book.by_area(area)
        for at, entry in enumerate(row):
            before, after = row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None
            found[entry.id] = Beside(at + 1, len(row), before, after)
    return found


def _linker(book: Book, link: Callable[[str], str]) -> Callable[[str], Markup]:
    def entry_link(id_: str) -> Markup:
        """Return a link to the entry of this id with its title; words alone when the book has no such entry."""
        if other := book.entries.get(id_):
            return Markup(f'<a href="{escape(link(other.slug))}">{inline(other.title)}</a>')  # noqa: S704 -- escaped
        return escape(id_.replace("-", " "))

    return entry_link


def _toc(entry: Entry, parts: bool, near_misses: bool, neighbours: bool) -> tuple[TocItem, ...]:
    fixes = tuple(TocItem(f"fix-{name}", name.replace("-", " ")) for name in entry.fixes)
    sections = (
        (True, "perspectives", "For each reader"),
        (True, "signature", "In a log"),
        (near_misses, "not-this", "Not this?"),
        (True, "confirm", "Confirm"),
        (True, "fix", "Fix"),
        (bool(entry.not_fixes), "not-fixes", "What does not help"),
        (True, "mechanism", "Mechanism"),
        (True, "symptoms", "Symptoms"),
        (True, "scale", "Scale"),
        (True, "prevention", "Prevention"),
        (bool(entry.monitor), "monitor", "Monitor"),
        (True, "questions", "Questions"),
        (parts, "code", "Code that ran"),
        (True, "evidence", "Evidence"),
        (neighbours, "related", "Related"),
        (True, "sources", "Sources"),
    )
    return tuple(TocItem(id_, title, fixes if id_ == "fix" else ()) for there, id_, title in sections if there)
