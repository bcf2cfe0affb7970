"""A check of the book in a folder, which finds again only what can have changed since the last one.

Two things are kept, in one file for each book. If no byte that a check reads has changed, the last answer is the
answer, and nothing that models entries is loaded. Otherwise the book is read, and of each rule the answer of what it
rests on stays (`Reach`): of an unchanged entry with unchanged parts and records; of unchanged signatures when nothing
was found. Everything is keyed by digests of contents, never by times. The file may be deleted or broken at any time,
and two checks at once write it whole, one after the other.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faultbook.disk import cache_dir, write_whole
from faultbook.place import Edit, Place, Problem, slug_of

if TYPE_CHECKING:  # what models entries is slow to load, and a check of what has not changed needs none of it
    from faultbook.book import Book
    from faultbook.rules.rule import Rule

__all__ = ["Checked", "check_folder", "input_paths"]

_FORMAT = 1
_FOLDERS = ("entries", "snippets", "evidence", "incidents", "tests/benign")
_FILES = ("comparisons.yaml",)
_BOOKS = 32  # whose last check is kept
_LIBRARIES = ("pydantic", "pydantic-core", "PyYAML", "packaging", "ahocorasick-rs")
#: Keys of an entry that the rules of `Reach.SIGNATURES` read.
_SIGNING = ("signatures", "figures", "related")


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """What a check found."""

    paths: tuple[str, ...]
    """Paths of all files of entries, also of those that cannot be read."""
    problems: tuple[Problem, ...]

    def paths_of(self, name: str) -> tuple[str, ...]:
        """Return the paths of the files that an id, a slug ``area/id``, or a path of the entry's names."""
        slug = slug_of(name)
        return tuple(path for path in self.paths if path.removesuffix(".yaml").endswith(f"/{slug}"))

    def of(self, paths: Iterable[str]) -> tuple[Problem, ...]:
        """Return the problems of the entries at *paths*, of their parts and of their records."""
        wanted = set(paths)
        folders = tuple(f"/{path.removeprefix('entries/').removesuffix('.yaml')}/" for path in wanted)
        return tuple(
            problem
            for problem in self.problems
            if problem.place.path in wanted or any(folder in f"/{problem.place.path}/" for folder in folders)
        )


def input_paths(root: Path) -> tuple[Path, ...]:
    """Return the folders and files of a book that a check reads, as far as they are there."""
    folders = tuple(folder for name in _FOLDERS if (folder := root / name).is_dir())
    return (*folders, *(file for name in _FILES if (file := root / name).is_file()))


def check_folder(root: Path, *, cached: bool = True, kept_as: Path | None = None) -> Checked:
    """Return what every rule finds in the book at *root*; without *cached* nothing that was found before is used.

    What is found is kept for the book at *kept_as*, of which *root* may be a copy.
    """
    digests = _digests(root) if cached else None
    if digests is None:
        return _check(root, None, {})[0]
    file = (
        cache_dir()
        / "checks"
        / f"{hashlib.blake2b(str((kept_as or root).resolve()).encode(), digest_size=16).hexdigest()}.json"
    )
    tool, whole = _tool(), _digest(sorted(digests.items()))
    before = _read(file, tool)
    if before.get("whole") == whole:
        try:
            return Checked(tuple(before["paths"]), tuple(_problem(item) for item in before["problems"]))
        except (AttributeError, KeyError, TypeError, ValueError):
            before = {}
    try:
        checked, found = _check(root, digests, before)
    except (AttributeError, KeyError, TypeError, ValueError):
        if not before:
            raise
        checked, found = _check(root, digests, {})
    # What was written while it was checked may be in the answer or not: then nothing is kept.
    if _digests(root) == digests:
        answer = {"paths": checked.paths, "problems": [_plain(problem) for problem in checked.problems]}
        _keep(file, {"format": _FORMAT, "tool": tool, "whole": whole} | answer | found)
    return checked


def _check(root: Path, digests: Mapping[str, str] | None, before: Mapping[str, Any]) -> tuple[Checked, dict[str, Any]]:
    """Return what is found, and what to keep of it for the next check; *before* is what the last one kept."""
    from faultbook.book import load_book  # noqa: PLC0415 -- as above
    from faultbook.rules import RULES, finished  # noqa: PLC0415
    from faultbook.rules.rule import Reach  # noqa: PLC0415

    book, problems = load_book(root)
    of_entries = [rule for rule in RULES if rule.reach is Reach.ENTRY]
    of_books = [rule for rule in RULES if rule.reach is not Reach.ENTRY]
    owned = _owned(book, digests or {})
    kept: Mapping[str, Any] = before.get("entries", {})
    same = {slug for slug, digest in owned.items() if digests and kept.get(slug, {}).get("digest") == digest}
    own = {slug: [_problem(item) for item in kept[slug]["problems"]] for slug in same}
    changed = {entry.id: entry for entry in book.entries.values() if entry.slug not in same}
    # The same book where nothing is left out: rules keep what they have made for the last book that they were given.
    rest = book if len(changed) == len(book.entries) else dataclasses.replace(book, entries=changed)
    found = _by_entry(rest, of_entries)
    own |= {entry.slug: found.get(entry.slug, []) for entry in changed.values()}
    rests_on = (
        {reach.value: _rests_on(reach, book, digests) for reach in (Reach.SIGNATURES, Reach.PARTS)} if digests else {}
    )
    answers = {rule.name: _of_book(rule, book, rests_on, before.get("rules", {})) for rule in of_books}
    every = [*(p for slug in own for p in own[slug]), *(p for answer in answers.values() for p in answer)]
    paths = tuple(path for path in book.documents if path.startswith("entries/"))
    checked = Checked(paths, (*problems, *finished(every, book)))
    keep = {
        "entries": {
            slug: {"digest": digest, "problems": [_plain(problem) for problem in own[slug]]}
            for slug, digest in owned.items()
        },
        "rules": {
            rule.name: {"rests_on": rests_on[rule.reach.value], "problems": [_plain(p) for p in answers[rule.name]]}
            for rule in of_books
            # A problem shows a line of its entry, which may change while the signatures stay.
            if rule.reach is Reach.PARTS or (rule.reach is Reach.SIGNATURES and not answers[rule.name])
        }
        if rests_on
        else {},
    }
    return checked, keep


def _by_entry(book: Book, rules: Iterable[Rule]) -> dict[str, list[Problem]]:
    """Return what *rules* find in *book*, by the slug of the entry whose file, part or record it is in."""
    found: dict[str, list[Problem]] = defaultdict(list)
    by_path = {entry.path: entry.slug for entry in book.entries.values()}
    for rule in rules:
        for problem in rule.check(book):
            path = problem.place.path
            found[by_path.get(path) or "/".join(path.split("/")[1:3])].append(problem)
    return found


def _of_book(rule: Rule, book: Book, rests_on: Mapping[str, str], before: Mapping[str, Any]) -> list[Problem]:
    """Return what *rule* finds in *book*, from *before* when all that it rests on is as it was."""
    last, now = before.get(rule.name), rests_on.get(rule.reach.value)
    if last is not None and now is not None and last["rests_on"] == now:
        return [_problem(item) for item in last["problems"]]
    return list(rule.check(book))


def _owned(book: Book, digests: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of the files of each entry, by its slug: also of files under its id in another area."""
    files: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, digest in digests.items():
        kind, _, below = path.partition("/")
        if kind in {"entries", "snippets", "evidence"} and below.count("/"):
            files[below.split("/")[1].removesuffix(".yaml")].append((path, digest))
    return {entry.slug: _digest(sorted(files[entry.id])) for entry in book.entries.values()}


def _rests_on(reach: Any, book: Book, digests: Mapping[str, str] | None) -> str:
    """Return a digest of all that a rule of *reach* rests on."""
    from faultbook.rules.rule import Reach  # noqa: PLC0415 -- as above

    signing = reach is Reach.SIGNATURES
    folders = ("incidents/", "tests/benign/") if signing else ("snippets/", "evidence/")
    files = sorted(item for item in (digests or {}).items() if item[0].startswith(folders))
    entries = [
        (entry.slug, [book.document(entry).values.get(key) for key in _SIGNING] if signing else None)
        for entry in book.entries.values()
    ]
    return _digest([sorted(book.documents), entries, files])


def _digests(root: Path) -> dict[str, str] | None:
    """Return a digest of each file that a check of *root* reads, by its path; ``None`` when one cannot be read."""
    digests: dict[str, str] = {}
    try:
        for path in input_paths(root):
            if path.is_file():
                digests[os.path.relpath(path, root)] = _digest_of(str(path))
                continue
            for place, folders, files in os.walk(path, onerror=_refuse):
                if any(os.path.islink(os.path.join(place, name)) for name in folders):  # noqa: PTH114, PTH118 -- quick
                    return None  # what is behind a link is not walked here, and may be read by a rule
                folders[:] = [name for name in folders if name != "__pycache__"]
                for name in files:
                    file = os.path.join(place, name)  # noqa: PTH118 -- pathlib takes twice the time of the rest
                    digests[os.path.relpath(file, root)] = _digest_of(file)
    except OSError:
        return None
    return digests


def _digest_of(file: str) -> str:
    with open(file, "rb") as opened:  # noqa: PTH123 -- as above
        return hashlib.blake2b(opened.read(), digest_size=16).hexdigest()


def _refuse(error: OSError) -> None:
    raise error


def _tool() -> str:
    """Return a digest of what checks: the package's own code, and the libraries that read and match."""
    package = Path(__file__).parent
    code = [
        (str(file.relative_to(package)), hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest())
        for pattern in ("*.py", "*.so")
        for file in sorted(package.rglob(pattern))
    ]
    return _digest([_FORMAT, sys.version, code, [metadata.version(name) for name in _LIBRARIES]])


def _digest(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _read(file: Path, tool: str) -> dict[str, Any]:
    """Return what the last check by the same tool kept; nothing when there is none, or it cannot be read."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    known = isinstance(content, dict) and (content.get("format"), content.get("tool")) == (_FORMAT, tool)
    return content if known else {}


def _keep(file: Path, content: Mapping[str, Any]) -> None:
    """Write *content* for the next check; without a place to write, that one starts anew."""
    try:
        write_whole(file, json.dumps(content, ensure_ascii=False))
        others = sorted(file.parent.glob("*.json"), key=lambda other: other.stat().st_mtime, reverse=True)
        for other in others[_BOOKS:]:
            other.unlink(missing_ok=True)
    except OSError:
        return


def _plain(problem: Problem) -> list[Any]:
    return [
        *_of(problem.place),
        problem.rule,
        problem.sentence,
        problem.hint,
        problem.excerpt,
        _of_edit(problem.repair),
    ]


def _of(place: Place) -> list[Any]:
    return [place.path, place.line, place.column, place.end_column]


def _of_edit(edit: Edit | None) -> list[Any] | None:
    return None if edit is None else [_of(edit.place), edit.old, edit.new, list(edit.keys)]


def _problem(item: list[Any]) -> Problem:
    path, line, column, end, rule, sentence, hint, excerpt, repair = item
    edit = None if repair is None else Edit(Place(*repair[0]), repair[1], repair[2], tuple(repair[3]))
    return Problem(Place(path, line, column, end), rule, sentence, hint, excerpt, edit)
