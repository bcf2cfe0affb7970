"""The faces of a book's entries, each kept by the digest of its files: of what has not changed no file is read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from faultbook.book import Book, entry_paths, entry_with, read_entry, taken
from faultbook.entry import Entry
from faultbook.pages import Face, digest, face_of
from faultbook.place import Problem
from faultbook.snippets.gate import Proof, proof_of
from faultbook_mkdocs.crew import Crew
from faultbook_mkdocs.store import Store, squeezed

__all__ = ["Look", "looks", "there", "whole"]


@dataclasses.dataclass(frozen=True, slots=True)
class Look:
    """What is known of a file of an entry: its face, or what keeps it from being read."""

    face: Face | None
    problems: tuple[Problem, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as JSON can say it."""
        face = dataclasses.astuple(self.face) if self.face is not None else None
        return {"face": face, "problems": [problem.plain() for problem in self.problems]}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Look:
        """Return what :meth:`plain` says."""
        face = Face(*plain["face"]) if plain["face"] is not None else None
        return cls(face, tuple(map(Problem.of, plain["problems"])))


def looks(root: Path, store: Store, files: Mapping[str, str], around: str) -> dict[str, Look]:
    """Return the look of each entry's file of the book under *root*, by path, in the order in which they are read.

    *files* are digests of the files of each entry, by slug; of an entry that is not among them nothing is kept.
    *around* is a digest of what else a face rests on.
    """
    paths = entry_paths(root)
    keys = {path: _key(around, path, files[slug]) for path in paths if (slug := _slug(path)) in files}
    kept = store.get(keys.values())
    found: dict[str, Look] = {path: Look.of(kept[key]) for path, key in keys.items() if key in kept}
    missing = [path for path in paths if path not in found]

    def work(batch: Sequence[str]) -> list[tuple[dict[str, Any], bytes]]:
        read = [_read(root, path) for path in batch]
        return [(this.plain(), squeezed(values)) for this, values in read]

    with Crew(missing, work) as crew:
        for path, (plain, values) in zip(missing, (each for batch in crew.done() for each in batch), strict=True):
            found[path] = Look.of(plain)
            if path in keys:
                store.take({keys[path]: squeezed(plain), _values(keys[path]): values})
    return {path: found[path] for path in paths}


def look(root: Path, path: str) -> Look:
    """Return the look of the entry's file at *path* as it is now."""
    return _read(root, path)[0]


def _read(root: Path, path: str) -> tuple[Look, Any]:
    """Return the look of the entry's file at *path*, and the values that it holds."""
    document, entry, problems = read_entry(root, path)
    face = face_of(entry, proof_of(_only(root, entry), entry)) if entry is not None else None
    return Look(face, tuple(problems)), document.values if entry is not None else None


def _key(around: str, path: str, files: str) -> str:
    return digest(["face", around, path, files])


def _values(key: str) -> str:
    return f"{key}.values"


def there(found: Mapping[str, Look]) -> tuple[dict[str, Face], tuple[Problem, ...]]:
    """Return the faces of a book by id, in its order, and what is wrong with files of entries."""
    problems: list[Problem] = []
    faces: dict[str, Face] = {}
    for path, this in found.items():
        problems += this.problems
        if (
            this.face is not None
            and (first := faces.setdefault(_slug(path).rpartition("/")[2], this.face)).path != path
        ):
            problems.append(taken(path, first.path))
    return dict(sorted(faces.items())), tuple(problems)


def whole(
    root: Path, store: Store, files: Mapping[str, str], around: str, counts: Mapping[str, int], slugs: Sequence[str]
) -> Iterator[tuple[Entry, Proof] | None]:
    """Yield each of the entries *slugs* and its proof; nothing for one that cannot be read any more.

    *counts* is how many problems the check finds in a file, by its path, the rest as for :func:`looks`.
    """
    keys = {slug: _values(_key(around, f"entries/{slug}.yaml", files[slug])) for slug in slugs if slug in files}
    kept = store.get(keys.values())
    for slug in slugs:
        path = f"entries/{slug}.yaml"
        entry = _again(path, kept.get(keys.get(slug, "")))
        if entry is None:
            try:
                _, entry, _ = read_entry(root, path)
            except OSError:
                entry = None
        yield (entry, proof_of(_only(root, entry), entry, counts.get(path, 0))) if entry is not None else None


def _again(path: str, values: Any) -> Entry | None:
    """Return the entry at *path* that holds *values*, which were read from it before."""
    if not isinstance(values, dict):
        return None
    try:
        return entry_with(values, path)
    except ValueError:
        return None


def _only(root: Path, entry: Entry) -> Book:
    return Book(root, {entry.id: entry}, {}, {})


def _slug(path: str) -> str:
    return path.removeprefix("entries/").removesuffix(".yaml")
