"""The book as a build reads it: faces of its entries, what the check finds in it, and what is proven."""

from __future__ import annotations

import dataclasses
import types
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from faultbook.book import Book, load_around
from faultbook.checking import check_folder
from faultbook.entry import Entry
from faultbook.history import History
from faultbook.pages import Face, digest, proven_only
from faultbook.place import Problem
from faultbook.shelf import Shelf
from faultbook.snippets.gate import Proof
from faultbook_mkdocs.faces import Look, look, looks, there
from faultbook_mkdocs.store import Store

__all__ = ["Reading", "edited", "is_entrys", "read", "settled"]

_OF_ENTRIES = ("entries", "snippets", "evidence")


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """The book as it was read, with its proofs."""

    book: Book
    """Whose entries are made of their faces."""
    proofs: Mapping[str, Proof]
    faces: Mapping[str, Face]
    """By id."""
    unread: tuple[Problem, ...]
    """What is wrong with files that cannot be read."""
    breaches: tuple[Problem, ...]
    """What the rules find."""
    history: History
    looks: Mapping[str, Look]
    """What is known of each file of an entry, by path."""
    around: tuple[Problem, ...]
    """What is wrong with files of no entry."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All of them."""
        return (*self.unread, *self.breaches)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many problems the rules find in a file, by its path."""
        return Counter(problem.place.path for problem in self.breaches)

    def digests(self) -> tuple[str, str]:
        """Return a digest of what lists and files show of the entries, and one of what the search knows of them."""
        faces = self.faces.values()
        told = [list(map(str, self.unread)), sorted(self.counts.items())]
        shown = (digest([face.path, face.head, face.rest, face.proven]) for face in faces)
        return digest([*told, *shown]), digest([digest(face.words) for face in faces])

    def shown(self, *, all_: bool) -> Book:
        """Return the part of the book that a site shows: what is proven, or all of it."""
        return self.book if all_ else proven_only(self.book, self.proofs)


def read(root: Path, history: History, store: Store, files: Mapping[str, str], around: str, *, cached: bool) -> Reading:
    """Return the book under *root*, checked; without *cached* nothing that a check found before is used.

    *store*, *files* and *around* are those of :func:`faultbook_mkdocs.faces.looks`.
    """
    found = check_folder(root, cached=cached).problems
    book, problems = load_around(root)
    return _reading(book, looks(root, store, files, around), tuple(problems), found, history)


def is_entrys(path: str) -> bool:
    """Return whether the file at *path* under the root can be an entry's own, or a part or record of one."""
    kind, *below = path.split("/")
    return kind in _OF_ENTRIES and len(below) >= 2  # noqa: PLR2004 -- an area and a name


def edited(reading: Reading, paths: Iterable[str]) -> Reading:
    """Return *reading* with what was written at *paths*, all of entries; the rules are not asked again."""
    root = reading.book.root
    known = dict(reading.looks)
    for slug in {"/".join(path.split("/")[1:3]).removesuffix(".yaml") for path in paths}:
        path = f"entries/{slug}.yaml"
        known.pop(path, None)
        if (root / path).is_file():
            known[path] = look(root, path)
    known = dict(sorted(known.items()))
    return _reading(reading.book, known, reading.around, reading.breaches, reading.history)


def settled(reading: Reading) -> Reading:
    """Return *reading* with what the rules say of the files as they are now."""
    found = check_folder(reading.book.root).problems
    return _reading(reading.book, reading.looks, reading.around, found, reading.history)


def _reading(
    around: Book, known: Mapping[str, Look], problems: tuple[Problem, ...], found: Iterable[Problem], history: History
) -> Reading:
    faces, unread = there(known)
    unread = (*unread, *problems)
    told = set(unread)
    breaches = tuple(problem for problem in found if problem not in told)
    counts = Counter(problem.place.path for problem in breaches)
    entries: Mapping[str, Entry] = Shelf(faces, lambda id_: faces[id_].entry())
    book = dataclasses.replace(
        around,
        entries=types.MappingProxyType(entries),
        known_slugs=tuple(face.path.removeprefix("entries/").removesuffix(".yaml") for face in faces.values()),
    )
    proofs = Shelf(faces, lambda id_: faces[id_].proof(entries[id_], counts[faces[id_].path]))
    return Reading(book, proofs, faces, unread, breaches, history, known, problems)
