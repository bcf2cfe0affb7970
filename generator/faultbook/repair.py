"""Safe repairs of a book's entries: what rules are sure of, the layout, and the missing side of a relation.

Everything is tried on a copy. An edit is kept only if nothing else of the file's values changes by it, so a repair
never changes what an entry means, nor a comment.
"""

from __future__ import annotations

import dataclasses
import difflib
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from faultbook.book import load_book
from faultbook.checking import Checked, check_folder
from faultbook.disk import write_whole
from faultbook.document import Document, Key, KeyPath, read_document
from faultbook.layout import laid_out
from faultbook.place import Edit, Problem
from faultbook.rules.links import missing_sides
from faultbook.schema import known_keys

__all__ = ["Repaired", "difference", "repair", "write"]

_ROUNDS = 12  # a repair may bring to light what another repairs
_BOM = b"\xef\xbb\xbf"


@dataclasses.dataclass(frozen=True, slots=True)
class Repaired:
    """What repairs make of a book."""

    checked: Checked
    """What a check finds afterwards."""
    before: Mapping[str, bytes]
    """The files that change, by their path, as they were read."""
    after: Mapping[str, bytes]
    notes: tuple[str, ...]
    """One line for each repair."""


def repair(root: Path, paths: Iterable[str] | None = None) -> Repaired:
    """Return what safe repairs make of the entries of the book at *root*, or of the files *paths*; writes nothing."""
    with tempfile.TemporaryDirectory(prefix="faultbook-") as name:
        copy = Path(name)
        shutil.copytree(root / "entries", copy / "entries")
        for other in ("snippets", "evidence", "incidents", "tests"):
            if (root / other).is_dir():
                (copy / other).symlink_to((root / other).resolve(), target_is_directory=True)
        files = {file.relative_to(copy).as_posix(): file for file in sorted((copy / "entries").glob("*/*.yaml"))}
        originals = {path: file.read_bytes() for path, file in files.items()}
        chosen = set(files) if paths is None else set(paths)
        notes: list[str] = []
        for _ in range(_ROUNDS):
            checked = check_folder(copy, kept_as=root)
            made = [*_edited(checked.problems, files, chosen), *_laid_out(checked.problems, files, chosen)]
            made = made or list(_mutual(copy, files, chosen))
            if not made:
                break
            notes += made
        after = {path: raw for path, file in files.items() if (raw := file.read_bytes()) != originals[path]}
    return Repaired(checked, {path: originals[path] for path in after}, after, tuple(dict.fromkeys(notes)))


def write(root: Path, repaired: Repaired) -> tuple[str, ...]:
    """Write the repaired files; return the paths of those that somebody changed meanwhile, which are left alone."""
    changed = []
    for path, raw in repaired.after.items():
        file = root / path
        if not file.is_file() or file.read_bytes() != repaired.before[path]:
            changed.append(path)
        else:
            write_whole(file, raw.decode())
    return tuple(changed)


def difference(repaired: Repaired) -> str:
    """Return the repairs as a unified diff."""
    pieces: list[str] = []
    for path, raw in repaired.after.items():
        old, new = (text.decode("utf-8").splitlines(keepends=True) for text in (repaired.before[path], raw))
        pieces += [
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
        ]
    return "".join(pieces)


def _read(file: Path, path: str) -> Document:
    return read_document(file.read_bytes(), path)


def _store(file: Path, document: Document) -> None:
    """Write a document back as it was read: with its mark of UTF-8 if it had one."""
    mark = _BOM if file.read_bytes().startswith(_BOM) else b""
    file.write_bytes(mark + document.text.encode())


def _edited(problems: Iterable[Problem], files: Mapping[str, Path], chosen: set[str]) -> Iterator[str]:
    """Make the edits that *problems* carry, from a file's end to its start, and yield a note on each that was made."""
    by_path: dict[str, list[tuple[Edit, Problem]]] = defaultdict(list)
    for problem in problems:
        if problem.repair is not None and problem.repair.place.path in chosen & files.keys():
            by_path[problem.repair.place.path].append((problem.repair, problem))
    for path, edits in by_path.items():
        document = _read(files[path], path)
        end = (1 << 30, 0)
        for edit, problem in sorted(edits, key=lambda item: item[0].place, reverse=True):
            if (edit.place.line, edit.place.column + len(edit.old)) > end:
                continue  # two for one place: what is left is seen in the next round
            edited = document.with_edit(edit)
            if edited is None or not _is_safe(document, edited, edit):
                continue
            document, end = edited, (edit.place.line, edit.place.column)
            yield f"{edit.place}: {problem.rule}: {edit.old} -> {edit.new}"
        _store(files[path], document)


def _is_safe(before: Document, after: Document, edit: Edit) -> bool:
    """Return whether *edit* changed no value but that which it is about; of a file that could not be read, helped."""
    if before.values is None:
        return after.values is not None or _fault_line(after) > _fault_line(before)
    if after.values is None or len(after.problems) > len(before.problems):
        return False
    if not edit.keys:
        return bool(after.values == before.values)
    old, new = (dict(_leaves(document.values)) for document in (before, after))
    differing = {path for path in old.keys() | new.keys() if old.get(path, _NONE) != new.get(path, _NONE)}
    # A key that is spelt otherwise takes what is below it along.
    renamed = (*edit.keys[:-1], edit.new)
    return bool(differing) and all(path[: len(edit.keys)] in {edit.keys, renamed} for path in differing)


_NONE = object()


def _fault_line(document: Document) -> int:
    return min((problem.place.line for problem in document.problems), default=1 << 30)


def _leaves(value: Any, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None or not value:
        yield keys, repr(value) if isinstance(value, float) else value
        return
    for key, item in items:
        yield from _leaves(item, (*keys, key))


def _laid_out(problems: Iterable[Problem], files: Mapping[str, Path], chosen: set[str]) -> Iterator[str]:
    for path in dict.fromkeys(problem.place.path for problem in problems if problem.rule == "layout"):
        if path not in chosen or path not in files:
            continue
        document = _read(files[path], path)
        better = laid_out(document)
        if better.text != document.text:
            _store(files[path], better)
            yield f"{path}: layout: keys in order, no stray white space"


def _mutual(root: Path, files: Mapping[str, Path], chosen: set[str]) -> Iterator[str]:
    """Add the missing side of each relation; its reason is written from the other page, so the author writes it."""
    for entry, _, other, inverse in missing_sides(load_book(root)[0]):
        if not chosen & {entry.path, other.path}:
            continue
        document = _read(files[other.path], other.path)
        said = {str(inverse): entry.id, "because": "..."}
        added = _with_item(document, "related", f"{{{inverse}: {entry.id}, because: ...}}")
        wanted = {**(document.values or {}), "related": [*(document.values or {}).get("related", []), said]}
        if added is not None and added.values == wanted:
            _store(files[other.path], added)
            yield f"{other.path}: one-sided: added '{inverse}: {entry.id}'; write its reason"


def _with_item(document: Document, key: Key, item: str) -> Document | None:
    """Return the document with *item* at the end of the list under the top-level *key*; ``None`` if it has no lines."""
    order = known_keys(())
    values = document.values
    names = list(values)
    lines = document.text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    if key in values:
        if not values[key]:
            return None
        place = document.place(key, len(values[key]) - 1)
        prefix = lines[place.line - 1][: place.column - 1]
        if prefix.strip() != "-":
            return None
        following, added = names[names.index(key) + 1 :], f"{prefix}{item}\n"
    else:
        later = order[order.index(str(key)) + 1 :]
        following, added = [name for name in names if name in later], f"{key}:\n  - {item}\n"
    at = document.key_place(following[0]).line - 1 if following else len(lines)
    while at > 0 and (not lines[at - 1].strip() or lines[at - 1].startswith("#")):
        at -= 1
    return read_document("".join([*lines[:at], added, *lines[at:]]).encode(), document.path)
