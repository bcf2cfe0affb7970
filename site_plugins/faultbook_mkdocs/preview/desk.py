"""The book at an author's desk: read once, then only what is written; the rules are asked in the background."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterable
from typing import Self

from faultbook.book import Book, load_book, reread
from faultbook.diagnosis.shared import engine_json
from faultbook.entry import Entry
from faultbook.pages import Page
from faultbook.pages.preview import gone_page, preview_page, trial
from faultbook.place import Problem
from faultbook.rules import RULES
from faultbook.rules.exceptions import EXCEPTIONS, without_exempted
from faultbook.signatures.compiled import about_entries, compile_figures, compile_signatures, to_json

__all__ = ["Desk"]

_FEW = 8  # files that are read one by one; after more, as after a checkout, the book is read anew


class Desk:
    """The entry in the file at *path*, with the book around it; safe to ask from several threads.

    *problems* are those that reading the book found.
    """

    def __init__(self, book: Book, problems: Iterable[Problem], path: str) -> None:
        self.root, self.path = book.root, path
        self.version = 1
        """Counts the readings of the files."""
        self.checks = 0
        """Counts what the rules said."""
        self._changed = threading.Condition()
        self._book, self._read = book, self._mine(problems)
        self._found: tuple[Problem, ...] | None = None
        self._shown = 0  # the version of the last page that was made
        self.ended = False
        """Whether the preview is over."""
        self._checker = threading.Thread(target=self._check, name="faultbook-check")

    def __enter__(self) -> Self:
        """Begin to ask the rules."""
        self._checker.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wake all who wait, and return when nothing is checked any more."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()
        self._checker.join()

    def take(self, paths: Iterable[str]) -> None:
        """Read the files at *paths*, under the root, which were written or removed."""
        entries = sorted({path for path in paths if path.startswith("entries/") and path.count("/") == 2})  # noqa: PLR2004
        # A reading is a book of its own: the rules keep what they found of a book, its parts and records included.
        book, read = dataclasses.replace(self._book), self._read
        if len(entries) > _FEW:
            book, problems = load_book(self.root)
            read = self._mine(problems)
        else:
            for path in entries:
                book, problems = reread(book, path)
                read = problems if path == self.path else read
        with self._changed:
            self._book, self._read, self._found = book, read, None
            self.version += 1
            self._changed.notify_all()

    def wait(self, version: int, checks: int, seconds: float) -> None:
        """Return when there is news since *version* and *checks*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended or (self.version, self.checks) != (version, checks), seconds)

    def page(self, slug: str) -> Page | None:
        """Return the page of the entry *slug*, with its problems if it is the one on the desk; ``None`` without one."""
        path = f"entries/{slug}.yaml"
        with self._changed:
            book, version, found = self._book, self.version, self._found
            problems = [*self._read, *(found or ())] if path == self.path else []
        if path in book.documents:
            checked = found is not None
            page = preview_page(book, path, problems, watched=self.path, checked=checked, version=version)
        elif path == self.path:
            page = gone_page(path, version)
        else:
            return None
        with self._changed:
            self._shown = version
            self._changed.notify_all()
        return page

    def trial(self, slug: str) -> str | None:
        """Return as JSON what a browser tries the signatures of *slug* with."""
        entry = self._book.get(slug)
        return json.dumps(trial(self._book, entry), ensure_ascii=False) if entry else None

    def signatures(self) -> str:
        """Return the whole book's ``signatures.json`` as it is now."""
        entries: tuple[Entry, ...] = tuple(self._book.entries.values())
        content = to_json(compile_signatures(entries), about_entries(entries), compile_figures(entries))
        return json.dumps({**content, "engine": engine_json()}, ensure_ascii=False)

    def _mine(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Return those of the entry on the desk: of its file, its parts and its records."""
        slug = self.path.removeprefix("entries/").removesuffix(".yaml")
        return tuple(p for p in problems if p.place.path == self.path or f"/{slug}/" in f"/{p.place.path}")

    def _check(self) -> None:
        """Ask the rules of what was read last, again and again; what is written meanwhile is asked next.

        They wait until its page was made: an author sees first what was written, then what is wrong with it.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self.ended or (self._found is None and self._shown == self.version))
                if self.ended:
                    return
                book, version = self._book, self.version
            found = self._asked(book, version)
            with self._changed:
                if found is not None and version == self.version:
                    self._found = found
                    self.checks += 1
                    self._changed.notify_all()

    def _asked(self, book: Book, version: int) -> tuple[Problem, ...] | None:
        """Return what the rules say, or ``None`` when something is written, or all ends, before they have said it."""
        found: list[Problem] = []
        for rule in RULES:
            if self.ended or version != self.version:
                return None
            found += rule.check(book)
        mine = self._mine(without_exempted(dict.fromkeys(found), book, EXCEPTIONS))
        return tuple(sorted(mine, key=lambda problem: (problem.place, problem.rule)))
