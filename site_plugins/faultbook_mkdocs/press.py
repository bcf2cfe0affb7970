"""What the site shows of the book: its pages and files in outline, each with a key, and their contents by key.

When nothing changed since an earlier build, the outline is at hand and the book is not even read. Otherwise it is, and
only the entries whose keys are new are made again.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import multiprocessing
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from faultbook.book import Book, load_book
from faultbook.entry import Entry
from faultbook.history import History, read_history
from faultbook.pages import (
    Feedback,
    HandWritten,
    Made,
    Page,
    Wanted,
    book_files,
    compared,
    digest,
    entry_key,
    entry_outline,
    in_short,
    incident_logs,
    kept_addresses,
    made,
    other_pages,
    page_data,
    page_of,
    proven_only,
    rows,
    shown_incidents,
    unread_pages,
    with_former_anchors,
)
from faultbook.place import Problem
from faultbook.rules import RULES, check
from faultbook.snippets.gate import Proof, gate
from faultbook.vocabulary import Area
from faultbook_mkdocs.inputs import Inputs, tool_digest
from faultbook_mkdocs.store import Store

__all__ = ["ALL_TEXTS", "Outline", "Press", "Reading", "Sheet", "Summary"]

ALL_TEXTS = "llms-full.txt"
"""The one file that holds the texts of all entries; it is put together while they are written."""
_LARGE = 5  # entries of a stack that stands in the navigation, which is on every page; the page of stacks has all
_MANY = 24  # entries to make, from which on a second process pays
_CHUNK = 8  # entries that a process is given at a time
_BATCH = 128  # contents that are in memory at a time


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


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """The book as it was read, with its proofs."""

    book: Book
    proofs: Mapping[str, Proof]
    unread: tuple[Problem, ...]
    """What is wrong with files that cannot be read."""
    breaches: tuple[Problem, ...]
    """What the rules find."""
    history: History

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All of them."""
        return (*self.unread, *self.breaches)


def read(root: Path, history: History) -> Reading:
    """Return the book under *root*, checked."""
    book, unread = load_book(root)
    breaches = check(book)
    return Reading(book, gate(book, breaches), unread, breaches, history)


class Press:
    """Makes the outline and the contents of a site; what was made before comes from *store*."""

    def __init__(self, root: Path, store: Store, inputs: Inputs | None, *, publish: str, strict: bool) -> None:
        self.root, self.store = root, store
        self.stored = inputs is not None
        """Whether anything is kept for a later build."""
        self.history = read_history(root)
        self._publish, self._strict = publish, strict
        self._files = inputs.of_entries() if inputs is not None else {}
        self._around = digest([tool_digest(), dt.datetime.now(dt.UTC).date().isoformat()])
        dates = [(path, *map(str, dataclasses.astuple(each))) for path, each in self.history.items()]
        self._all = digest([self._around, inputs.whole(), publish, strict, dates]) if inputs is not None else None
        self._reading: Reading | None = None
        self._shown: Book | None = None
        self._wanted: Wanted | None = None
        self._others: dict[str, Any] = {}
        self._given: tuple[str, Feedback | None, Sequence[HandWritten]] = ("", None, ())

    def summary(self) -> Summary:
        """Return what a build must know first; a strict one stops on a problem, and its book is not summed up."""
        key, kept = self._known("summary")
        if kept is not None:
            return Summary(**kept)
        problems = tuple(problem.text() if self._strict else str(problem) for problem in self.reading().problems)
        if problems and self._strict:
            return Summary(problems, (), {})
        summary = Summary(problems, tuple(self._left_out()), _nav(self.shown()))
        if key is not None:
            self.store.put({key: dataclasses.asdict(summary)})
        return summary

    def _left_out(self) -> Iterator[str]:
        proofs, shown = self.reading().proofs, self.shown()
        if self._publish == "all":
            return
        for proof in proofs.values():
            if not proof.proven:
                more = f" (and {len(proof.lacks) - 1} more)" if len(proof.lacks) > 1 else ""
                yield f"left out {proof.entry.slug}: {proof.lacks[0]}{more}"
        yield f"{len(shown.entries)} of {len(proofs)} entries are proven and published"

    def _known(self, name: str, *rest: Any) -> tuple[str | None, Any]:
        """Return the key of what *name* says of the whole book, and what an earlier build kept of it."""
        key = digest([name, self._all, *rest]) if self._all is not None else None
        return key, self.store.get([key]).get(key) if key is not None else None

    def reading(self) -> Reading:
        """Return the book, read when it is first asked for."""
        if self._reading is None:
            self._reading = read(self.root, self.history)
        return self._reading

    def shown(self) -> Book:
        """Return the part of the book that the site shows."""
        if self._shown is None:
            reading = self.reading()
            every = self._publish == "all"
            self._shown = reading.book if every else proven_only(reading.book, reading.proofs)
        return self._shown

    def outline(self, address: str, feedback: Feedback | None, written: Sequence[HandWritten]) -> Outline:
        """Return what the site at *address* shows; *written* are the pages of ``docs/``."""
        given = [
            address,
            dataclasses.astuple(feedback) if feedback else None,
            [dataclasses.astuple(w) for w in written],
        ]
        key, kept = self._known("outline", *given)
        self._given = (address, feedback, written)
        if kept is not None:
            return Outline.of(kept)
        outline = self._outlined()
        if key is not None:
            self.store.put({key: outline.data()})
        return outline

    def contents(self, outline: Outline, keys: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yield the content of each of *keys* in any order; what is not kept is made."""
        keys = list(dict.fromkeys(keys))
        missing: list[str] = []
        for start in range(0, len(keys), _BATCH):
            some = keys[start : start + _BATCH]
            found = self.store.get(some)
            missing += [key for key in some if key not in found]
            yield from found.items()
        if missing:
            yield from self._make(outline, missing)

    def _make(self, outline: Outline, keys: list[str]) -> Iterator[tuple[str, Any]]:
        if self._wanted is None:
            self._outlined()
        wanted = self._wanted
        assert wanted is not None  # noqa: S101 -- the outline sets it
        slugs = {sheet.key: sheet.page.path for sheet in outline.sheets[: outline.entries]}
        entries = {key: wanted.book.entries[slugs[key].rpartition("/")[2]] for key in keys if key in slugs}
        for key, piece in _pieces(entries, wanted):
            content = {"page": page_data(piece.page), "json": piece.json, "markdown": piece.markdown}
            self.store.put({key: content})
            yield key, content
        for key in keys:
            if key not in slugs:
                yield key, self._others[key]

    def _outlined(self) -> Outline:
        address, feedback, written = self._given
        reading, shown = self.reading(), self.shown()
        history, proofs = reading.history, reading.proofs
        others = other_pages(shown, proofs, address=address, rules=RULES, history=history)
        entries = tuple(shown.entries.values())
        short = tuple(entry_outline(entry, history.get(entry.path)) for entry in entries)
        anchors, moved = kept_addresses(shown, {page.address: page.title for page in (*short, *others)}, address)
        kept = (
            dataclasses.replace(page, body=with_former_anchors(page.body, anchors.get(page.address, ())))
            for page in others
        )
        others = (*kept, *moved)
        beside = rows(shown)
        self._wanted = Wanted(shown, proofs, address, history, feedback, anchors, self._files, self._around, beside)
        keys = [entry_key(entry, self._wanted) for entry in entries]
        sheets = [Sheet(page, key) for page, key in zip(short, keys, strict=True)]
        texts = {}
        for entry, key in zip(entries, keys, strict=True):
            texts[f"{entry.slug}.json"], texts[f"{entry.slug}.md"] = f"{key}.json", f"{key}.md"
        apart = (*others, *unread_pages(shown, reading.unread))
        sheets += [Sheet(in_short(page), self._keep("page", page_data(page))) for page in apart]
        files = book_files(shown, proofs, others, address, history, written)
        head = files.pop(ALL_TEXTS)
        texts |= {path: self._keep("text", text) for path, text in files.items()}
        texts[ALL_TEXTS] = digest([ALL_TEXTS, head, keys])
        self.store.put(self._others)
        logs = {path: file.relative_to(shown.root).as_posix() for path, file in incident_logs(shown).items()}
        return Outline(tuple(sheets), len(entries), texts, logs, head)

    def _keep(self, name: str, content: Any) -> str:
        key = digest([name, content])
        self._others[key] = {name: content}
        return key


def _nav(book: Book) -> dict[str, list[Any]]:
    """Return the pages of *book* that the navigation may have."""
    return {
        "@areas": [{area.label.capitalize(): f"{area.value}.md"} for area in Area if book.by_area(area)],
        "@stacks": [{stack: f"stacks/{stack}.md"} for stack, mine in book.by_stack().items() if len(mine) >= _LARGE],
        "@comparisons": [{title: f"compare/{id_}.md"} for id_, title in compared(book).items()],
        "@incidents": [f"{incident.slug}.md" for incident in shown_incidents(book)],
    }


def _pieces(entries: Mapping[str, Entry], wanted: Wanted) -> Iterator[tuple[str, Made]]:
    """Yield the piece of each of *entries*, by key; of many, in two processes where the system can fork."""
    processes = min(2, len(multiprocessing.active_children()) + 2)
    can = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    if len(entries) < _MANY or not can or threading.active_count() > 1:
        for key, entry in entries.items():
            yield key, made(entry, wanted)
        return
    _WORK[:] = [entries, wanted]
    try:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            yield from pool.imap(_piece, entries, chunksize=_CHUNK)
    finally:
        _WORK.clear()


_WORK: list[Any] = []  # what the processes that fork find in their memory: it need not be sent to them


def _piece(key: str) -> tuple[str, Made]:
    entries, wanted = _WORK
    return key, made(entries[key], wanted)
