"""What a check finds of one entry: its problems, and what the rules over the whole book read of it; as plain data.

It is found of each entry alone, so only entries that have changed are looked at, and many of them by several processes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import multiprocessing
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from faultbook.abridged import abridged
from faultbook.book import Book, read_entry
from faultbook.document import Document, read_document
from faultbook.entry import Entry
from faultbook.place import Problem
from faultbook.rules import RULES
from faultbook.rules.proof import files_of
from faultbook.rules.rule import Reach
from faultbook.shelf import Shelf
from faultbook.snippets.gate import Files

__all__ = ["Beside", "Looked", "Seen", "look_at"]

_BATCH = 50  # entries that one process looks at before it takes more, and whose documents it holds meanwhile
_MANY = 200  # entries from which on several processes pay for their start
_MOST_PROCESSES = 8
#: Keys of an entry that the rules of `Reach.SIGNATURES` read.
_SIGNING = ("signatures", "figures", "related")


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """What was read of the file of one entry, while it is looked at."""

    root: Path
    document: Document
    entry: Entry | None
    """Nothing when the file holds none that can be read."""
    unread: tuple[Problem, ...]
    """Why it cannot be read, or not as its author meant it."""
    files: Files | None
    """The parts and records of the entry."""


Beside = Callable[[Seen], Any]
"""What else is made of an entry while it is at hand; another process may make it, so what it returns must be told."""


@dataclasses.dataclass(frozen=True, slots=True)
class Looked:
    """What was found of the file of one entry."""

    told: str
    """JSON of why it cannot be read, of what the rules of `Reach.ENTRY` find, and of the entry without its prose."""
    readable: bool
    """Whether it holds an entry that can be read."""
    clean: bool
    """Whether nothing was found."""
    signing: str = ""
    """A digest of what the rules of `Reach.SIGNATURES` read of it."""
    short: str = ""
    """A digest of the entry without its prose."""
    facts: dict[str, list[Any]] = dataclasses.field(default_factory=dict)
    beside: Any = None
    """What was made beside; it is not kept."""

    @property
    def unread(self) -> tuple[Problem, ...]:
        """Why it cannot be read, or not as its author meant it."""
        return () if self.clean else tuple(map(Problem.of, json.loads(self.told)[0]))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the rules of `Reach.ENTRY` find."""
        return () if self.clean else tuple(map(Problem.of, json.loads(self.told)[1]))

    @property
    def abridged(self) -> dict[str, Any]:
        """The entry without its prose."""
        plain: dict[str, Any] = json.loads(self.told)[2]
        return plain

    def known(self) -> list[Any]:
        """Return what `of` makes it of again, but for what is told; JSON can say it."""
        return [self.readable, self.clean, self.signing, self.short, self.facts]

    @classmethod
    def of(cls, known: Sequence[Any], told: str) -> Looked:
        """Return what was looked at before."""
        readable, clean, signing, short, facts = known
        return cls(told, readable, clean, signing, short, facts)


def look_at(root: Path, paths: Sequence[str], chosen: Sequence[str], beside: Beside | None = None) -> dict[str, Looked]:
    """Return what is found of the *chosen* files of entries; *paths* are those of all files of the book at *root*.

    What *beside* makes of each comes with it.
    """
    processes = min(_processors(), _MOST_PROCESSES, len(chosen) // (_MANY // 2))
    batches = [chosen[start : start + _BATCH] for start in range(0, len(chosen), _BATCH)]
    if processes > 1 and _can_fork():
        try:
            found = _by_processes(root, paths, beside, batches, processes)
        except (BrokenProcessPool, OSError):  # a process was killed, or none can be started: one does it alone
            found = [_look_at(root, paths, beside, batch) for batch in batches]
    else:
        found = [_look_at(root, paths, beside, batch) for batch in batches]
    return {path: looked for some in found for path, looked in some.items()}


def _by_processes(
    root: Path, paths: Sequence[str], beside: Beside | None, batches: Sequence[Sequence[str]], processes: int
) -> list[dict[str, Looked]]:
    forked = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, forked, initializer=_begin, initargs=(root, paths, beside)) as pool:
        return list(pool.map(_look, batches))


#: Of a process that looks at batches: the book, the paths of its files, and what is made beside.
_BOOK: list[tuple[Path, Sequence[str], Beside | None]] = []


def _begin(root: Path, paths: Sequence[str], beside: Beside | None) -> None:
    _BOOK[:] = [(root, paths, beside)]


def _look(batch: Sequence[str]) -> dict[str, Looked]:
    return _look_at(*_BOOK[0], batch)


def _can_fork() -> bool:
    # A process that has several threads cannot be forked safely: one may hold a lock which nobody opens in the child.
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _look_at(root: Path, paths: Sequence[str], beside: Beside | None, batch: Iterable[str]) -> dict[str, Looked]:
    unread: dict[str, tuple[Problem, ...]] = {}
    documents: dict[str, Document] = {}
    entries: dict[str, Entry] = {}
    for path in batch:
        documents[path], entry, problems = read_entry(root, path)
        unread[path] = tuple(problems)
        if entry is not None:
            entries[path] = entry
    shelf = Shelf(paths, lambda path: read_document((root / path).read_bytes(), path), documents)
    found: dict[str, Looked] = {}
    for some in _apart(entries.values()):
        book = Book(root, some, shelf, {})
        problems_of = _by_entry(book)
        for entry in some.values():
            path, files = entry.path, files_of(book)(entry)
            made = beside(Seen(root, documents[path], entry, unread[path], files)) if beside else None
            found[path] = _of_entry(book, entry, unread[path], problems_of.get(entry.slug, ()), made)
    for path in unread.keys() - found.keys():
        made = beside(Seen(root, documents[path], None, unread[path], None)) if beside else None
        found[path] = Looked(_told(unread[path], (), None), readable=False, clean=not unread[path], beside=made)
    return {path: found[path] for path in unread}


def _apart(entries: Iterable[Entry]) -> Iterator[dict[str, Entry]]:
    """Yield *entries* by id, those of one id apart from each other: only the first of a book counts."""
    rest = list(entries)
    while rest:
        some = {entry.id: entry for entry in reversed(rest)}
        yield dict(sorted(some.items()))
        rest = [entry for entry in rest if some[entry.id] is not entry]


def _of_entry(
    book: Book, entry: Entry, unread: tuple[Problem, ...], problems: Iterable[Problem], beside: Any
) -> Looked:
    document, problems, short = book.document(entry), tuple(problems), abridged(entry)
    return Looked(
        _told(unread, problems, short),
        readable=True,
        clean=not unread and not problems,
        signing=_digest([document.values.get(key) for key in _SIGNING]),
        short=_digest(short),
        facts={fact.name: fact.make(entry, document) for rule in RULES for fact in rule.facts},
        beside=beside,
    )


def _told(unread: Iterable[Problem], problems: Iterable[Problem], short: dict[str, Any] | None) -> str:
    return json.dumps([[problem.plain() for problem in unread], [problem.plain() for problem in problems], short])


def _digest(content: Any) -> str:
    return hashlib.blake2b(json.dumps(content).encode(), digest_size=16).hexdigest()


def _by_entry(book: Book) -> Mapping[str, list[Problem]]:
    """Return what the rules of one entry find, by the slug of the entry whose file, part or record it is in."""
    found: dict[str, list[Problem]] = defaultdict(list)
    by_path = {entry.path: entry.slug for entry in book.entries.values()}
    for rule in RULES:
        for check in rule.within(Reach.ENTRY):
            for problem in check(book):
                path = problem.place.path
                found[by_path.get(path) or "/".join(path.split("/")[1:3])].append(problem)
    return found
