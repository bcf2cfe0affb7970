"""The book as a build reads it: its entries, what the check finds in it, and what is proven."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from faultbook.book import Book, load_book, reread
from faultbook.checking import check_folder
from faultbook.history import History
from faultbook.pages import proven_only
from faultbook.place import Problem
from faultbook.snippets.gate import Proof, gate, proof_of

__all__ = ["Reading", "edited", "is_entrys", "read", "settled"]

_OF_ENTRIES = ("entries", "snippets", "evidence")


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

    def shown(self, *, all_: bool) -> Book:
        """Return the part of the book that a site shows: what is proven, or all of it."""
        return self.book if all_ else proven_only(self.book, self.proofs)


def read(root: Path, history: History, *, cached: bool) -> Reading:
    """Return the book under *root*, checked; without *cached* nothing that a check found before is used."""
    found = check_folder(root, cached=cached).problems
    book, unread = load_book(root)
    breaches = _others(found, unread)
    return Reading(book, gate(book, breaches), unread, breaches, history)


def is_entrys(path: str) -> bool:
    """Return whether the file at *path* under the root can be an entry's own, or a part or record of one."""
    kind, *below = path.split("/")
    return kind in _OF_ENTRIES and len(below) >= 2  # noqa: PLR2004 -- an area and a name


def edited(reading: Reading, paths: Iterable[str]) -> Reading:
    """Return *reading* with what was written at *paths*, all of entries; the rules are not asked again."""
    # The rules keep what they found of a book, its parts and records included: this is another one.
    book, unread, proofs = dataclasses.replace(reading.book), reading.unread, dict(reading.proofs)
    counts = Counter(problem.place.path for problem in reading.breaches)
    touched = set()
    for path in sorted(paths):
        _, area, name = path.split("/")[:3]
        touched.add(f"{area}/{name.removesuffix('.yaml')}")
        if path.startswith("entries/") and path.endswith(".yaml"):
            book, problems = reread(book, path)
            unread = (*(problem for problem in unread if problem.place.path != path), *problems)
    for slug in touched:
        if (entry := book.get(slug)) is not None:
            proofs[entry.id] = proof_of(book, entry, counts[entry.path])
    proofs = {id_: proofs.get(id_) or proof_of(book, entry, counts[entry.path]) for id_, entry in book.entries.items()}
    return Reading(book, proofs, unread, reading.breaches, reading.history)


def settled(reading: Reading) -> Reading:
    """Return *reading* with what the rules say of the files as they are now."""
    breaches = _others(check_folder(reading.book.root).problems, reading.unread)
    before, now = (Counter(problem.place.path for problem in found) for found in (reading.breaches, breaches))
    proofs = {
        id_: proof
        if before[proof.entry.path] == now[proof.entry.path]
        else proof_of(reading.book, proof.entry, now[proof.entry.path])
        for id_, proof in reading.proofs.items()
    }
    return dataclasses.replace(reading, proofs=proofs, breaches=breaches)


def _others(found: Iterable[Problem], unread: Iterable[Problem]) -> tuple[Problem, ...]:
    known = set(unread)
    return tuple(problem for problem in found if problem not in known)
