"""What is made of the whole book: its lists and files. They rest on what entries show, not on all that these say.

So an edit within an entry that shows nowhere else leaves them as they are; the search alone knows every word.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from faultbook.book import Book
from faultbook.pages import (
    Feedback,
    HandWritten,
    Page,
    Wanted,
    book_files,
    digest,
    entry_context,
    entry_outline,
    in_short,
    incident_logs,
    kept_addresses,
    other_pages,
    page_data,
    search_files,
    unread_pages,
    with_former_anchors,
)
from faultbook.rules import RULES
from faultbook_mkdocs.outline import ALL_TEXTS, Outline, Sheet
from faultbook_mkdocs.reading import Reading

__all__ = ["Anchors", "Based", "Setting", "based", "entry_sheets", "kept", "placed", "searched", "sheet"]

Anchors = Mapping[str, Collection[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What the pages of a site are made for."""

    address: str
    feedback: Feedback | None
    written: Sequence[HandWritten]


@dataclasses.dataclass(frozen=True, slots=True)
class Based:
    """The book's site but for what rests on all that entries say."""

    outline: Outline
    """Without the search; an entry's key is that of what its page shows beside its own files."""
    anchors: Anchors
    """Former anchors by the address of the page that answers for them."""
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
    return Based(Outline(tuple(sheets), count, texts, logs, head), anchors, contents)


def entry_sheets(wanted: Wanted) -> list[Sheet]:
    """Return the sheet of each entry, whose key is that of what its page shows beside its own files."""
    entries = wanted.book.entries.values()
    return [
        Sheet(entry_outline(entry, wanted.history.get(entry.path)), entry_context(entry, wanted)) for entry in entries
    ]


def searched(
    shown: Book, reading: Reading, setting: Setting, base: Outline, signatures: str | None
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the keys of the search's files by path, and their contents by key; *signatures* as for `search_files`."""
    lost = {page.path for page in unread_pages(shown, reading.unread)}
    pages = [each.page for each in base.sheets[base.entries :] if each.page.path not in lost]
    words = {id_: face.words for id_, face in reading.faces.items()}
    files = search_files(shown, pages, setting.address, setting.written, signatures=signatures, words=words)
    contents: dict[str, Any] = {}
    return {path: kept("text", text, contents) for path, text in files.items()}, contents


def placed(base: Outline, keys: Sequence[str], search: Mapping[str, str]) -> Outline:
    """Return the outline of *base*, of whose entries *keys* are the keys, and the *search*'s files by path."""
    slugs = [each.page.path for each in base.sheets[: base.entries]]
    sheets = [Sheet(each.page, key) for each, key in zip(base.sheets, keys, strict=False)]
    own = {f"{slug}.{end}": f"{key}.{end}" for slug, key in zip(slugs, keys, strict=True) for end in ("json", "md")}
    texts = {**own, **base.texts, **search, ALL_TEXTS: digest([ALL_TEXTS, base.texts[ALL_TEXTS], list(keys)])}
    return Outline((*sheets, *base.sheets[base.entries :]), base.entries, texts, base.logs, base.head)


def sheet(page: Page, contents: dict[str, Any]) -> Sheet:
    """Return *page* in outline, and put its content into *contents*."""
    return Sheet(in_short(page), kept("page", page_data(page), contents))


def kept(name: str, content: Any, contents: dict[str, Any]) -> str:
    """Put *content* into *contents* and return its key."""
    key = digest([name, content])
    contents[key] = {name: content}
    return key
