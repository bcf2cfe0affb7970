"""The faces of a book's entries, each kept by the digest of its files: of what has not changed no file is read."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from faultbook.book import Book, entry_paths, read_entry, taken
from faultbook.entry import Entry
from faultbook.pages import Face, digest, face_of
from faultbook.place import Problem
from faultbook.snippets.gate import Proof, proof_of
from faultbook_mkdocs.crew import Crew
from faultbook_mkdocs.store import Store

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
    keys = {path: digest(["face", around, path, files[slug]]) for path in paths if (slug := _slug(path)) in files}
    kept = store.get(keys.values())
    found: dict[str, Look] = {path: Look.of(kept[key]) for path, key in keys.items() if key in kept}
    missing = [path for path in paths if path not in found]

    def work(batch: Sequence[str]) -> list[dict[str, Any]]:
        return [look(root, path).plain() for path in batch]

    with Crew(missing, work) as crew:
        new = dict(zip(missing, (plain for batch in crew.done() for plain in batch), strict=True))
    store.put({keys[path]: plain for path, plain in new.items() if path in keys})
    found |= {path: Look.of(plain) for path, plain in new.items()}
    return {path: found[path] for path in paths}


def look(root: Path, path: str) -> Look:
    """Return the look of the entry's file at *path* as it is now."""
    _, entry, problems = read_entry(root, path)
    face = face_of(entry, proof_of(_only(root, entry), entry)) if entry is not None else None
    return Look(face, tuple(problems))


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


def whole(root: Path, path: str, problems: int) -> tuple[Entry, Proof] | None:
    """Return the entry at *path* and its proof; nothing when it cannot be read any more."""
    try:
        _, entry, _ = read_entry(root, path)
    except OSError:
        return None
    return (entry, proof_of(_only(root, entry), entry, problems)) if entry is not None else None


def _only(root: Path, entry: Entry) -> Book:
    return Book(root, {entry.id: entry}, {}, {})


def _slug(path: str) -> str:
    return path.removeprefix("entries/").removesuffix(".yaml")
