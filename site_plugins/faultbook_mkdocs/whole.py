"""What is made of the whole book: its lists and files. They rest on what entries show, not on all that these say.

So an edit within an entry that shows nowhere else leaves them as they are; the search alone knows every word.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from faultbook.book import Book
from faultbook.pages import (
    Keep,
    Page,
    Wanted,
    book_files,
    compared,
    digest,
    entry_context,
    entry_outline,
    in_short,
    incident_logs,
    kept_addresses,
    other_pages,
    page_data,
    search_texts,
    shown_incidents,
    unread_pages,
    with_former_anchors,
)
from faultbook.rules import RULES
from faultbook.vocabulary import Area
from faultbook_mkdocs.outline import ALL_TEXTS, Outline, Setting, Sheet
from faultbook_mkdocs.reading import Reading
from faultbook_mkdocs.store import Store

__all__ = ["Anchors", "Based", "based", "entry_sheets", "kept", "nav_of", "searched", "sheet"]

_LARGE = 5  # entries of a stack that stands in the navigation, which is on every page; the page of stacks has all
Anchors = Mapping[str, Collection[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class Based:
    """The book's site but for what rests on all that entries say."""

    outline: Outline
    """Without the search; an entry's key is that of what its page shows beside its own files."""
    contents: Mapping[str, Any]
    """By key, of all pages and files that are of no single entry."""


def based(shown: Book, reading: Reading, setting: Setting, want: Callable[[Anchors], Wanted]) -> Based:
    """Return what *shown*, a part of the book *reading*, gives; *want* makes of anchors what pieces are made with."""
    address, history, proofs = setting.address, reading.history, reading.proofs
    others = other_pages(shown, proofs, address=address, rules=RULES, history=history)
    titles = {f"{entry.slug}/": entry.title for entry in shown.entries.values()}
    anchors, moved = kept_addresses(shown, titles | {page.address: page.title for page in others}, address)
    bodies = (with_former_anchors(page.body, anchors.get(page.address, ())) for page in others)
    others = (*(dataclasses.replace(page, body=body) for page, body in zip(others, bodies, strict=True)), *moved)
    contents: dict[str, Any] = {}
    sheets = entry_sheets(want(anchors))
    count = len(sheets)
    sheets += [sheet(page, contents) for page in (*others, *unread_pages(shown, reading.unread))]
    files = book_files(shown, proofs, address, history)
    head = files.pop(ALL_TEXTS)
    texts = {path: kept("text", text, contents) for path, text in files.items()} | {ALL_TEXTS: digest(head)}
    logs = {path: file.relative_to(shown.root).as_posix() for path, file in incident_logs(shown).items()}
    return Based(Outline(tuple(sheets), count, texts, logs, head), contents)


def entry_sheets(wanted: Wanted) -> list[Sheet]:
    """Return the sheet of each entry, whose key is that of what its page shows beside its own files."""
    entries = wanted.book.entries.values()
    return [
        Sheet(entry_outline(entry, wanted.history.get(entry.path)), entry_context(entry, wanted)) for entry in entries
    ]


def searched(
    shown: Book, reading: Reading, setting: Setting, base: Outline, store: Store | None, around: str
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the keys of the search's files by path, and by key what was made for them.

    What *store* keeps of an earlier build is not made anew; *around* is a digest of what else it rests on.
    """
    lost = {page.path for page in unread_pages(shown, reading.unread)}
    pages = [each.page for each in base.sheets[base.entries :] if each.page.path not in lost]
    words = {id_: face.words for id_, face in reading.faces.items()}
    notes, keep = _Notes(store), None
    if store is not None:
        faces = {id_: digest([face.head, face.rest, face.words]) for id_, face in reading.faces.items()}
        keep = Keep(notes, faces, around)
    files = search_texts(shown, pages, setting.address, setting.written, words=words, keep=keep)
    return files.keys, notes.new | {key: {"text": text} for key, text in files.texts.items()}


class _Notes:
    """What a store keeps, and, apart from it, what is new: the store's own process puts that there."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self.new: dict[str, Any] = {}

    def get(self, keys: Iterable[str]) -> dict[str, Any]:
        return self._store.get(keys) if self._store is not None else {}

    def known(self, keys: Iterable[str]) -> set[str]:
        return self._store.known(keys) if self._store is not None else set()

    def put(self, contents: Mapping[str, Any]) -> None:
        self.new.update(contents)


def sheet(page: Page, contents: dict[str, Any]) -> Sheet:
    """Return *page* in outline, and put its content into *contents*."""
    return Sheet(in_short(page), kept("page", page_data(page), contents))


def kept(name: str, content: Any, contents: dict[str, Any]) -> str:
    """Put *content* into *contents* and return its key."""
    key = digest([name, content])
    contents[key] = {name: content}
    return key


def nav_of(book: Book) -> dict[str, list[Any]]:
    """Return the pages of *book* that the navigation may have."""
    return {
        "@areas": [{area.label.capitalize(): f"{area.value}.md"} for area in Area if book.by_area(area)],
        "@stacks": [{stack: f"stacks/{stack}.md"} for stack, mine in book.by_stack().items() if len(mine) >= _LARGE],
        "@comparisons": [{title: f"compare/{id_}.md"} for id_, title in compared(book).items()],
        "@incidents": [f"{incident.slug}.md" for incident in shown_incidents(book)],
    }
