"""What may be published: an entry is proven when everything that it rests on was shown, for what it says now."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.place import Problem
from faultbook.snippets.origins import Basis, Origins, read_origins, stands_on
from faultbook.snippets.part import Kind, Part, fix_of, read_parts, unread_names
from faultbook.snippets.record import MAX_AGE_DAYS, Record, read_records

__all__ = ["Files", "Proof", "found_in", "gate", "proof_of", "read_files"]


@dataclasses.dataclass(frozen=True, slots=True)
class Files:
    """What the parts and records of an entry say, and what is wrong with the others."""

    parts: tuple[Part, ...]
    faulty: tuple[Problem, ...]
    """Parts that cannot be read, and files that are none."""
    records: dict[tuple[str, str], Record]
    """By part and target."""
    unreadable: tuple[Problem, ...]
    """Records that cannot be read."""
    origins: Origins | None
    untraced: tuple[Problem, ...]
    """The record of origins, when it cannot be read."""


def read_files(root: Path, slug: str) -> Files:
    """Return what belongs to the entry *slug* of the book at *root*."""
    return Files(*read_parts(root, slug), *read_records(root, slug), *read_origins(root, slug))


@dataclasses.dataclass(frozen=True, slots=True)
class Proof:
    """Whether an entry is proven, and what it lacks."""

    entry: Entry
    lacks: tuple[str, ...]
    parts: tuple[Part, ...]
    records: dict[tuple[str, str], Record]
    """By part and target."""
    origins: Origins | None
    targets: tuple[str, ...] = dataclasses.field(init=False)
    """Targets on which a part passed, for what it says now."""

    def __post_init__(self) -> None:
        digests = {part.name: part.digest for part in self.parts}
        shown = {r.target for r in self.records.values() if r.passed and r.digest == digests.get(r.part)}
        object.__setattr__(self, "targets", tuple(sorted(shown)))

    @property
    def proven(self) -> bool:
        """Whether the entry may be published."""
        return not self.lacks


def gate(book: Book, problems: Iterable[Problem] = ()) -> dict[str, Proof]:
    """Return the proof of every entry by id; *problems* are what the check of the book found."""
    by_path: dict[str, int] = {}
    for problem in problems:
        by_path[problem.place.path] = by_path.get(problem.place.path, 0) + 1
    return {entry.id: proof_of(book, entry, by_path.get(entry.path, 0)) for entry in book.entries.values()}


def proof_of(book: Book, entry: Entry, problems: int = 0, files: Files | None = None) -> Proof:
    """Return the proof of one entry; *problems* is how many the check found in its file.

    *files* are its parts and records, where they were read already.
    """
    files = files or read_files(book.root, entry.slug)
    parts, records, origins = files.parts, files.records, files.origins
    lacks = [*found_in(problems)]
    lacks += [str(problem) for problem in (*files.faulty, *files.unreadable, *files.untraced)]
    broken = unread_names(files.faulty)
    lacks += _parts(entry, parts, broken)
    for part in parts:
        lacks += _records(part, records)
    lacks += _strays(parts, {key: record for key, record in records.items() if record.part not in broken})
    lacks += _ground(entry, {*(part.name for part in parts), *broken})
    lacks += _origins(entry, origins)
    lacks += _lost(records, origins)
    return Proof(entry, tuple(lacks), parts, records, origins)


def found_in(problems: int) -> tuple[str, ...]:
    """Return what an entry lacks in whose file the check finds *problems*; nothing without any."""
    return (f"the check finds {problems} problem{'' if problems == 1 else 's'} in it",) if problems else ()


def _parts(entry: Entry, parts: tuple[Part, ...], broken: set[str]) -> Iterator[str]:
    proven = {part.fix for part in parts} | {fix_of(name) for name in broken}
    for name, fix in entry.fixes.items():
        if name not in proven and fix.unproven is None:
            yield f"fix '{name}' has no part fix_{name.replace('-', '_')}.py and does not say why it is unproven"


def _records(part: Part, records: dict[tuple[str, str], Record]) -> Iterator[str]:
    mine = {target: records[part.name, target] for target in part.header.targets if (part.name, target) in records}
    for target, record in mine.items():
        if not record.passed:
            yield f"{part.name}@{target} failed on {record.time:%Y-%m-%d}: {record.reasons[0].splitlines()[0]}"
        if record.age_days > MAX_AGE_DAYS:
            yield f"the record {part.name}@{target} is {record.age_days} days old; {_command(part, target)}"
    passing = [record for record in mine.values() if record.passed]
    if not passing:
        if lacking := [target for target in part.header.targets if target not in mine]:
            yield f"{part.name} was not yet run on {' or '.join(lacking)}; {_command(part, lacking[0])}"
        return
    if not any(record.digest == part.digest for record in passing):
        targets = [record.target for record in passing]
        yield f"{part.name} has changed since its record on {', '.join(targets)}; {_command(part, targets[0])}"


def _command(part: Part, target: str) -> str:
    """Return the command that runs *part* on *target*; on the CPU any machine does."""
    on = "" if target == "cpu" else f" --target {target}"
    return f"run: faultbook run {part.slug.rpartition('/')[2]} --part {part.name}{on}"


def _strays(parts: tuple[Part, ...], records: dict[tuple[str, str], Record]) -> Iterator[str]:
    targets = {part.name: part.header.targets for part in parts}
    for name, target in records:
        if name not in targets:
            yield f"the record {name}@{target} is of a part that is gone"
        elif target not in targets[name]:
            yield f"the record {name}@{target} is of a target that the part no longer has"


def _ground(entry: Entry, parts: set[str]) -> Iterator[str]:
    """Without a reproduce part, each signature rests on a release or a document."""
    if any(name.startswith(Kind.REPRODUCE) for name in parts):
        return
    for name, signature in entry.signatures.items():
        if all(sample.origin.part is not None for sample in signature.samples):
            yield f"there is no reproduce part, and no sample of '{name}' comes from a release or a document"


def _lost(records: dict[tuple[str, str], Record], origins: Origins | None) -> Iterator[str]:
    """Name each record that stood here when the origins were traced: a part may pass on one target without it."""
    here = {f"{part}@{target}" for part, target in records}
    for name in origins.records if origins else ():
        if name not in here:
            yield f"the record {name} is gone since the entry's texts were traced"


def _origins(entry: Entry, origins: Origins | None) -> Iterator[str]:
    command = f"run: faultbook run --origins {entry.id}"
    if origins is None:
        yield f"its texts and sources were not yet traced; {command}"
        return
    recorded: dict[tuple[str, str, str], Basis] = {(b.kind, b.name, b.digest): b for b in origins.bases}
    now = {(kind, name, digest): head for kind, name, digest, head in stands_on(entry)}
    for (kind, name, digest), head in now.items():
        basis = recorded.get((kind, name, digest))
        word = kind.replace("_", " ")
        if basis is None:
            yield f"{word} of '{name}' is new or changed since it was traced: '{head}'; {command}"
        elif not basis.found:
            yield f"{word} of '{name}' is not where the entry says: {basis.how}"
    for key, basis in recorded.items():
        if key not in now:
            word = basis.kind.replace("_", " ")
            yield f"{word} of '{basis.name}' is gone since it was traced: '{basis.head}'; {command}"
