"""The book as its site shows it, made piece by piece: what is kept of an earlier edition is not made again.

A piece is known by a key, a digest of all that it is made from. What an entry's piece rests on is told here, and a test
holds that to what its page reads; all other pages and files rest on the whole book.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.exports.published import entry_text, in_brief, published
from faultbook.history import Dates, History
from faultbook.pages.anchors import with_former_anchors
from faultbook.pages.entry_page import entry_page
from faultbook.pages.feedback import Feedback
from faultbook.pages.page import Page, digest
from faultbook.pages.twin import twin
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Area

__all__ = ["Made", "Wanted", "entry_context", "entry_key", "made", "piece_key", "rows"]


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """What the site has of one entry."""

    page: Page
    json: str
    markdown: str


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """What all entries' pieces are made with."""

    book: Book
    """Of whose entries no more is asked than their faces have."""
    proofs: Mapping[str, Proof]
    address: str
    history: History
    feedback: Feedback | None
    anchors: Mapping[str, Collection[str]]
    """Former anchors by the address of the page that answers for them."""
    files: Mapping[str, str]
    """A digest of the files of each entry (its own, its parts, its records), by slug."""
    around: str
    """A digest of what all pieces rest on: the tool, the day."""
    beside: Mapping[str, list[Any]]
    """Of each entry, by id: its place in its area, how many there are, and its neighbours in that row."""


def rows(book: Book) -> dict[str, list[Any]]:
    """Return for each entry its place in its area, how many there are, and the entries before and after it there."""
    found: dict[str, list[Any]] = {}
    for area in Area:
        row = book.by_area(area)
        for at, entry in enumerate(row):
            near = (*row[max(0, at - 1) : at], *row[at + 1 : at + 2])
            found[entry.id] = [at, len(row), *(_face(other) for other in near)]
    return found


def entry_key(entry: Entry, wanted: Wanted) -> str:
    """Return the key of the entry's piece."""
    return piece_key(entry_context(entry, wanted), wanted.files.get(entry.slug, ""))


def piece_key(context: str, files: str) -> str:
    """Return the key of an entry's piece by its :func:`entry_context` and a digest of its files."""
    return digest([context, files])


def entry_context(entry: Entry, wanted: Wanted) -> str:
    """Return a digest of all that the entry's piece rests on beside the entry's own files."""
    book = wanted.book
    proof, dates = wanted.proofs[entry.id], wanted.history.get(entry.path)
    return digest(
        [
            wanted.around,
            wanted.address,
            dataclasses.astuple(wanted.feedback) if wanted.feedback else None,
            entry.slug,
            list(proof.lacks),
            _dated(dates),
            sorted(wanted.anchors.get(f"{entry.slug}/", ())),
            [(near.kind.value, *_face(near.entry), near.because) for near in book.neighbours(entry)],
            [(id_, *_face(other)) for id_ in _named(entry) if (other := book.entries.get(id_))],
            wanted.beside[entry.id],
        ]
    )


def made(entry: Entry, proof: Proof, wanted: Wanted) -> Made:
    """Return the piece of *entry*, which is whole, unlike those of the book wanted; *proof* is whole, too."""
    book, address = wanted.book, wanted.address
    dates = wanted.history.get(entry.path)
    page = entry_page(book, entry, proof, address, wanted.feedback, dates)
    body = with_former_anchors(page.body, wanted.anchors.get(page.address, ()))
    page = dataclasses.replace(page, body=body)
    (this,) = published(
        dataclasses.replace(book, entries={entry.id: entry}), {entry.id: proof}, address, wanted.history
    )
    texts = {
        id_: in_brief(other, wanted.proofs[id_], address, None)
        for id_ in _named(entry)
        if (other := book.entries.get(id_))
    }
    return Made(page, entry_text(this), twin(this, texts | {entry.id: this}))


def _face(entry: Entry) -> tuple[str, str]:
    """Return all that a page of another entry shows of *entry*."""
    return entry.slug, entry.title


def _named(entry: Entry) -> tuple[str, ...]:
    """Return the ids that the entry names, once each; also of what is no entry."""
    return tuple(dict.fromkeys(_ids(entry)))


def _ids(entry: Entry) -> Iterator[str]:
    for name in (entry.signatures, entry.figures):
        yield from (miss.is_ for signature in name.values() for miss in signature.near_misses)
    for step in entry.confirm:
        yield from step.rules_out
    for item in entry.related:
        yield item.target


def _dated(dates: Dates | None) -> list[Any] | None:
    return [dates.first.isoformat(), dates.last.isoformat()] if dates else None
