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

    unread: tuple[Problem, ...]
    """Why it cannot be read, or not as its author meant it."""
    problems: tuple[Problem, ...] = ()
    """What the rules of `Reach.ENTRY` find."""
    abridged: dict[str, Any] | None = None
    """The entry without its prose; ``None`` when the file holds none that can be read."""
    facts: dict[str, list[Any]] = dataclasses.field(default_factory=dict)
    """What rules ask of it, by name of the fact."""
    rests: dict[str, str] = dataclasses.field(default_factory=dict)
    """Digests of what rules over the whole book read of it: by reach, and of each fact by its name."""
    beside: Any = None
    """What was made beside; it is not kept."""


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
            looked = _of_entry(book, entry, unread[entry.path], problems_of.get(entry.slug, ()))
            if beside is not None:
                seen = Seen(root, documents[entry.path], entry, looked.unread, files_of(book)(entry))
                looked = dataclasses.replace(looked, beside=beside(seen))
            found[entry.path] = looked
    for path in unread.keys() - found.keys():
        made = beside(Seen(root, documents[path], None, unread[path], None)) if beside is not None else None
        found[path] = Looked(unread[path], beside=made)
    return {path: found[path] for path in unread}


def _apart(entries: Iterable[Entry]) -> Iterator[dict[str, Entry]]:
    """Yield *entries* by id, those of one id apart from each other: only the first of a book counts."""
    rest = list(entries)
    while rest:
        some = {entry.id: entry for entry in reversed(rest)}
        yield dict(sorted(some.items()))
        rest = [entry for entry in rest if some[entry.id] is not entry]


def _of_entry(book: Book, entry: Entry, unread: tuple[Problem, ...], problems: Iterable[Problem]) -> Looked:
    document = book.document(entry)
    facts = {fact.name: fact.make(entry, document) for rule in RULES for fact in rule.facts}
    short = abridged(entry)
    read = {
        Reach.SIGNATURES.value: [document.values.get(key) for key in _SIGNING],
        Reach.BOOK.value: short,
        **{f"{Reach.FACTS.value} {name}": content for name, content in facts.items()},
    }
    return Looked(unread, tuple(problems), short, facts, {name: _digest(content) for name, content in read.items()})


def _digest(content: Any) -> str:
    return hashlib.blake2b(json.dumps(content).encode(), digest_size=8).hexdigest()


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
