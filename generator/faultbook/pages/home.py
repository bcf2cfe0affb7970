"""The first page: a place for a line of a log, the areas, what is new, and what the book stands on."""

from __future__ import annotations

from collections.abc import Mapping

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.history import History
from faultbook.pages.page import Page, relative
from faultbook.pages.render import render
from faultbook.pages.written import document_data
from faultbook.snippets.gate import Proof
from faultbook.stats import Stats, read_stats
from faultbook.vocabulary import Area

__all__ = ["HOME_ASSETS", "home_page"]

#: What the first page loads beside what every page has.
HOME_ASSETS = ("assets/home.js",)
_NEWEST = 6
_STACKS = 14
#: The two entries that one sentence of PyTorch stands for; the example is shown when the book has both.
_EXAMPLE = ("memory/cuda-oom-fragmentation", "memory/cuda-oom-capacity")


def home_page(book: Book, proofs: Mapping[str, Proof], history: History, address: str) -> Page:
    """Return the first page of *book*; without *history* it does not say which entries are new."""
    words = "An open encyclopedia of ML training and serving failures in which every claim runs."
    areas = [(area, len(entries)) for area in Area if (entries := book.by_area(area))]
    stacks = sorted(book.by_stack().items(), key=lambda item: (-len(item[1]), item[0]))
    example = [entry for slug in _EXAMPLE if (entry := book.get(slug)) is not None]
    body = render(
        "home.html.j2",
        link=lambda path: relative("", path),
        areas=areas,
        newest=_newest(book, history),
        stacks=[(stack, len(entries)) for stack, entries in stacks[:_STACKS]],
        stack_count=len(stacks),
        example=example if len(example) == len(_EXAMPLE) else [],
        figures=_figures(read_stats(book, proofs=proofs)),
        count=len(book.entries),
    )
    title = "What failed, and what to do"
    data = document_data(title, words, "", address)
    return Page("", title, words, body, (), "home", structured=data, label="Home", assets=HOME_ASSETS)


def _newest(book: Book, history: History) -> list[tuple[Entry, str]]:
    """Return the entries that came last, with their days."""
    dated = [(history[entry.path].first, entry) for entry in book.entries.values() if entry.path in history]
    dated.sort(key=lambda item: (-item[0].timestamp(), item[1].title))
    return [(entry, first.date().isoformat()) for first, entry in dated[:_NEWEST]]


def _figures(stats: Stats) -> list[tuple[int, str, str]]:
    """Return what the book stands on: a count, its words, and the page that says more."""
    return [
        (stats.proven, f"of {stats.entries} failures proven", "about"),
        (stats.parts, "programs that show or repair them", "about"),
        (stats.fixes["proven by a part"], "fixes that ran and passed", "about"),
        (stats.near_misses, "look-alikes held apart by tests", "rules"),
        (stats.sources, "sources cited", "about"),
        (stats.incidents, "solved incidents with their logs", "incidents"),
    ]
