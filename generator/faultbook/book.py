"""All entries of a book, their look-ups and relations, its incidents and comparisons, and the ids that were retired."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from faultbook.comparison import Comparison, load_comparisons
from faultbook.disk import find_root
from faultbook.document import Document, read_document
from faultbook.entry import Entry
from faultbook.incident import Incident, load_incidents
from faultbook.model import ID_PATTERN
from faultbook.place import Place, Problem, did_you_mean, slug_of
from faultbook.schema import schema_problems
from faultbook.vocabulary import Area, Relation

__all__ = [
    "RETIRED_FILE",
    "Book",
    "Neighbour",
    "Retired",
    "entry_paths",
    "entry_with",
    "find_root",
    "load_around",
    "load_book",
    "read_entry",
    "reread",
    "taken",
]

RETIRED_FILE = "entries/retired.yaml"
_INVERSE = {
    Relation.CONFUSED_WITH: Relation.CONFUSED_WITH,
    Relation.SEE: Relation.SEE,
    Relation.CAUSES: Relation.CAUSED_BY,
    Relation.CAUSED_BY: Relation.CAUSES,
}


class Retired(BaseModel):
    """An id that was published once and is no entry any more; it is never given to another."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1)
    successor: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry as seen from another: the kind of relation, the entry, and the reason that one of them gives."""

    kind: Relation
    entry: Entry
    because: str


@dataclasses.dataclass(frozen=True, slots=True)
class Book:
    """Every entry that could be read, by id in alphabetical order, with the documents they came from."""

    root: Path
    entries: Mapping[str, Entry]
    documents: Mapping[str, Document]
    """By path, those of entries, incidents and comparisons; also of files that hold none that can be read."""
    retired: Mapping[str, Retired]
    incidents: Mapping[str, Incident] = dataclasses.field(default_factory=dict)
    """By id."""
    comparisons: Mapping[str, Comparison] = dataclasses.field(default_factory=dict)
    """By id."""
    facts: Mapping[str, Mapping[str, list[Any]]] = dataclasses.field(default_factory=dict, repr=False, compare=False)
    """By name of the fact and by id, what rules ask of each entry; empty where nothing was kept."""
    known_slugs: tuple[str, ...] = dataclasses.field(default=(), repr=False, compare=False)
    """Of a book whose entries are made when they are asked for: their slugs, in the order of ids."""
    _around: dict[str, tuple[Neighbour, ...]] = dataclasses.field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The neighbours by id; found when they are first asked for."""

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of all entries; none is read from its file for it."""
        return self.known_slugs or tuple(entry.slug for entry in self.entries.values())

    def get(self, id_: str) -> Entry | None:
        """Return the entry of this id, of this slug ``area/id``, or that the file at this path belongs to."""
        slug = slug_of(id_)
        entry = self.entries.get(slug.rpartition("/")[2])
        return entry if entry and slug in {entry.id, entry.slug} else None

    def paths(self, id_: str) -> set[str]:
        """Return the paths of the files that an id, a slug or a path names, also of those that cannot be read."""
        slug = slug_of(id_)
        return {path for path in self.documents if path.removesuffix(".yaml").endswith(f"/{slug}")}

    def nearest(self, id_: str) -> str | None:
        """Return ``did you mean 'x'?`` for an id that the book lacks, or ``None``."""
        return did_you_mean(slug_of(id_).rpartition("/")[2], self.entries)

    def by_area(self, area: Area) -> tuple[Entry, ...]:
        """Return the entries of *area* by title."""
        return tuple(sorted((e for e in self.entries.values() if e.area is area), key=lambda e: e.title.lower()))

    def by_stack(self) -> dict[str, tuple[Entry, ...]]:
        """Return the entries of each stack, stacks in alphabetical order, entries by area and title."""
        stacks = sorted({stack for entry in self.entries.values() for stack in entry.stacks})
        ordered = sorted(self.entries.values(), key=lambda entry: (entry.area, entry.title.lower()))
        return {stack: tuple(entry for entry in ordered if stack in entry.stacks) for stack in stacks}

    def neighbours(self, entry: Entry) -> tuple[Neighbour, ...]:
        """Return what *entry* is related to: its own relations first, then those that only the others state."""
        if not self._around:
            self._around.update(_neighbours(self.entries))
        return self._around.get(entry.id, ())

    def document(self, entry: Entry) -> Document:
        """Return the document that *entry* was read from."""
        return self.documents[entry.path]

    def snippet_dir(self, entry: Entry) -> Path:
        """Return the folder of the entry's parts; it may not exist."""
        return self.root / "snippets" / entry.area / entry.id

    def incident_log(self, incident: Incident, log: str) -> Path:
        """Return the file of one of the incident's logs."""
        return self.root / incident.slug / log

    def evidence_dir(self, entry: Entry) -> Path:
        """Return the folder of the entry's records; it may not exist."""
        return self.root / "evidence" / entry.area / entry.id


def _neighbours(entries: Mapping[str, Entry]) -> dict[str, tuple[Neighbour, ...]]:
    found: dict[str, dict[tuple[Relation, str], Neighbour]] = {id_: {} for id_ in entries}
    stated = [(entry, item) for entry in entries.values() for item in entry.related if item.target in entries]
    for entry, item in stated:
        found[entry.id][item.kind, item.target] = Neighbour(item.kind, entries[item.target], item.because)
    for entry, item in stated:
        kind = _INVERSE[item.kind]
        found[item.target].setdefault((kind, entry.id), Neighbour(kind, entry, item.because))
    return {id_: tuple(around.values()) for id_, around in found.items()}


def load_book(root: Path) -> tuple[Book, tuple[Problem, ...]]:
    """Read every entry and incident under *root*; a broken file is reported and never hides another file's problems."""
    problems: list[Problem] = []
    entries: dict[str, Entry] = {}
    documents: dict[str, Document] = {}
    for path in entry_paths(root):
        documents[path], entry, found = read_entry(root, path)
        problems += found
        if entry is None:
            continue
        if first := entries.get(entry.id):
            problems.append(taken(path, first.path))
            continue
        entries[entry.id] = entry
    around, found = load_around(root)
    return dataclasses.replace(
        around,
        entries=types.MappingProxyType(dict(sorted(entries.items()))),
        documents=types.MappingProxyType(documents | dict(around.documents)),
    ), (*problems, *found)


def entry_paths(root: Path) -> list[str]:
    """Return the paths of all files of entries under *root*, in the order in which they are read."""
    found: list[tuple[str, str]] = []
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(root / "entries") as areas:
        for area in (item for item in areas if item.is_dir()):
            with contextlib.suppress(PermissionError):
                found += [(area.name, name) for name in os.listdir(area.path) if name.endswith(".yaml")]  # noqa: PTH208 -- names alone
    return [f"entries/{area}/{name}" for area, name in sorted(found)]


def read_entry(root: Path, path: str) -> tuple[Document, Entry | None, list[Problem]]:
    """Return the document at *path*, its entry when it holds one, and what is wrong with either."""
    document = read_document((root / path).read_bytes(), path)
    entry, found = _read_entry(document)
    return document, entry, [*document.problems, *found]


def entry_with(values: Mapping[str, Any], path: str) -> Entry:
    """Return the entry at *path* whose file holds *values*.

    Raises:
        ValidationError: when they are not those of an entry.

    """
    _, area, name = path.split("/")
    return Entry.model_validate({**values, "id": name.removesuffix(".yaml"), "area": area, "path": path})


def taken(path: str, first: str) -> Problem:
    """Return the Problem of an entry at *path* whose id the one at *first* has."""
    id_ = first.rpartition("/")[2].removesuffix(".yaml")
    return Problem(Place(path), "identity", f"id '{id_}' is taken by {first}", "rename the file")


def load_around(root: Path) -> tuple[Book, list[Problem]]:
    """Return a book with all that stands around entries, without one, and what is wrong with it."""
    retired, found = _read_retired(root)
    incidents, of_incidents, faults = load_incidents(root)
    comparisons, of_comparisons, of_these = load_comparisons(root)
    return Book(
        root,
        types.MappingProxyType({}),
        types.MappingProxyType(of_incidents | of_comparisons),
        types.MappingProxyType(retired),
        types.MappingProxyType(incidents),
        types.MappingProxyType(comparisons),
    ), [*found, *faults, *of_these]


def reread(book: Book, path: str) -> tuple[Book, tuple[Problem, ...]]:
    """Return *book* with the entry's file at *path* as it is now, or without it, and the problems of that file.

    For who watches a file: the rest of the book stays as it was read.
    """
    entries = {id_: entry for id_, entry in book.entries.items() if entry.path != path}
    documents = {name: document for name, document in book.documents.items() if name != path}
    problems: list[Problem] = []
    if (book.root / path).is_file():
        documents[path], entry, problems = read_entry(book.root, path)
        if entry is not None and (first := entries.get(entry.id)):
            problems.append(taken(path, first.path))
        elif entry is not None:
            entries[entry.id] = entry
    changed = dataclasses.replace(
        book,
        entries=types.MappingProxyType(dict(sorted(entries.items()))),
        documents=types.MappingProxyType(dict(sorted(documents.items()))),
    )
    return changed, tuple(problems)


def _read_entry(document: Document) -> tuple[Entry | None, list[Problem]]:
    _, area, name = document.path.split("/")
    id_ = name.removesuffix(".yaml")
    problems = list(_path_problems(document.path, area, id_))
    if document.values is None or problems:
        return None, problems
    taken = {"id", "area", "path"} & document.values.keys()
    for name in sorted(taken):
        place = document.key_place(name)
        sentence = f"key '{name}' is given by the path: {area}/{id_}"
        problems.append(document.problem_at("schema", place, sentence, "remove it"))
    try:
        entry = entry_with(document.values, document.path)
    except ValidationError as error:
        return None, problems + list(schema_problems(error, document))
    # A duplicate key leaves one of two values standing: nobody knows which was meant.
    return (None if document.problems else entry), problems


def _path_problems(path: str, area: str, id_: str) -> Iterator[Problem]:
    place = Place(path)
    areas = [item.value for item in Area]
    if area not in areas:
        sentence = f"folder '{area}' is no area; the areas are {', '.join(areas)}"
        yield Problem(place, "identity", sentence, did_you_mean(area, areas))
    if not re.fullmatch(ID_PATTERN, id_):
        sentence = f"file name '{id_}' is no id: lower case, digits and single hyphens"
        yield Problem(place, "identity", sentence, "rename the file")


def _read_retired(root: Path) -> tuple[dict[str, Retired], list[Problem]]:
    file = root / RETIRED_FILE
    if not file.is_file():
        return {}, []
    document = read_document(file.read_bytes(), RETIRED_FILE)
    problems = list(document.problems)
    retired: dict[str, Retired] = {}
    for id_, value in (document.values or {}).items():
        try:
            retired[id_] = Retired.model_validate(value)
        except ValidationError as error:
            for fault in error.errors():
                keys = (id_, *fault["loc"])
                problems.append(document.problem("schema", keys, f"'{keys[-1]}': {fault['msg'].lower()}"))
    return retired, problems
