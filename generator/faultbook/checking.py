"""A check of the book in a folder, which finds again only what can have changed since the last one.

If no byte that a check reads has changed, the last answer is the answer, and nothing that models entries is loaded.
Otherwise the entries that have changed, or whose parts or records have, are looked at; of the others stays what was
found of them, and what rules over the whole book read of them (`looking`, `earlier`). These rules' answers stay too
while what they rest on does (`Reach`) and nothing was found. Everything is keyed by digests of contents, never by
times.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import hashlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from faultbook.disk import cache_dir
from faultbook.earlier import Earlier, Kept
from faultbook.place import Problem, slug_of

if TYPE_CHECKING:  # what models entries is slow to load, and a check of what has not changed needs none of it
    from faultbook.book import Book
    from faultbook.document import Document
    from faultbook.entry import Entry
    from faultbook.looking import Beside, Looked
    from faultbook.rules.rule import Rule

__all__ = ["Checked", "check_folder", "input_paths"]

_T = TypeVar("_T")
_FORMAT = 3
_FOLDERS = ("entries", "snippets", "evidence", "incidents", "tests/benign")
_FILES = ("addresses.txt", "comparisons.yaml")
_CHUNK = 1 << 20
_LIBRARIES = ("pydantic", "pydantic-core", "PyYAML", "packaging", "ahocorasick-rs")


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """What a check found."""

    paths: tuple[str, ...]
    """Paths of all files of entries, also of those that cannot be read."""
    problems: tuple[Problem, ...]
    beside: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)
    """By path, what was made beside of each entry that was looked at; of one that has not changed nothing is made."""

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


def check_folder(
    root: Path, *, cached: bool = True, kept_as: Path | None = None, beside: Beside | None = None
) -> Checked:
    """Return what every rule finds in the book at *root*; without *cached* nothing that was found before is used.

    What is found is kept for the book at *kept_as*, of which *root* may be a copy. *beside* is asked of each entry that
    is looked at, while what was read of it is at hand: who needs more of a book than its problems reads nothing twice.
    """
    digests = _digests(root) if cached else None
    if digests is None:
        return _without_collection(lambda: _check(root, None, None, beside)).checked
    name = hashlib.blake2b(str((kept_as or root).resolve()).encode(), digest_size=16).hexdigest()
    earlier, whole = Earlier(cache_dir() / "checks" / f"{name}.json", _tool()), _digest(sorted(digests.items()))
    answer = earlier.answer()
    if answer.get("whole") == whole:
        with contextlib.suppress(AttributeError, KeyError, TypeError, ValueError):
            return Checked(tuple(answer["paths"]), tuple(Problem.of(item) for item in answer["problems"]))
    try:
        found = _without_collection(lambda: _check(root, digests, earlier, beside))
    except (AttributeError, KeyError, TypeError, ValueError):
        found = _without_collection(lambda: _check(root, digests, None, beside))
    finally:
        earlier.close()
    checked = found.checked
    # What was written while it was checked may be in the answer or not: then nothing is kept.
    if _as_it_was(root, digests, found.read):
        answer = {"paths": checked.paths, "problems": [problem.plain() for problem in checked.problems]}
        earlier.keep({"whole": whole, **answer}, found.rules, checked.paths, found.fresh)
    return checked


def _without_collection(check: Callable[[], _T]) -> _T:
    """Return what *check* returns; what it makes has no cycles, and to look for some takes a tenth of its time."""
    if not gc.isenabled():
        return check()
    gc.disable()
    try:
        return check()
    finally:
        gc.enable()


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """What a check found, and what to keep of it for the next one."""

    checked: Checked
    rules: dict[str, str]
    """What each rule rested on that found nothing, by its name and reach."""
    fresh: Mapping[str, tuple[Kept, Any, Mapping[str, list[Any]]]]
    """What was looked at, by path."""
    read: set[str]
    """Ids of the entries whose files were read."""


def _check(root: Path, digests: Mapping[str, str] | None, earlier: Earlier | None, beside: Beside | None) -> _Found:
    """Return what is found; of entries that are as they were, what *earlier* holds is taken."""
    from faultbook.book import entry_paths  # noqa: PLC0415 -- as above
    from faultbook.looking import look_at  # noqa: PLC0415
    from faultbook.rules import RULES, finished  # noqa: PLC0415
    from faultbook.rules.rule import Reach  # noqa: PLC0415

    paths = entry_paths(root)
    owned = _owned(paths, digests) if digests is not None else {}
    before = earlier.entries() if earlier is not None else {}
    same = {path: before[path] for path in paths if path in before and before[path].digest == owned.get(path)}
    looked = look_at(root, paths, [path for path in paths if path not in same], beside)
    now = {path: same.get(path) or _kept(looked[path], owned.get(path, "")) for path in paths}
    found = {path: _problems(looked.get(path) or now[path]) for path in paths}
    book, problems, read = _book(root, now, found, looked, earlier)
    own = [problem for slug in book.slugs for problem in found[f"entries/{slug}.yaml"][1]]
    known = earlier.rules() if earlier is not None else {}
    every, rules = [*own], {}
    for rule in RULES:
        for reach in Reach:
            checks = [] if reach is Reach.ENTRY else [*rule.within(reach)]
            rests_on = _rests_on(rule, reach, book, now, digests) if checks and digests is not None else ""
            key = f"{rule.name} {reach.value}"
            # A problem shows a line of its entry, which may change while what the rule rests on stays.
            if checks and (not rests_on or known.get(key) != rests_on):
                answer = [problem for check in checks for problem in check(book)]
                every += answer
                rests_on = "" if answer else rests_on
            if rests_on:
                rules[key] = rests_on
    made = {path: item.beside for path, item in looked.items()} if beside is not None else {}
    checked = Checked(tuple(paths), (*problems, *finished(every, book)), made)
    fresh = {path: (now[path], item.abridged, item.facts) for path, item in looked.items()}
    return _Found(checked, rules, fresh, read | {_id_of(path) for path in looked})


def _kept(looked: Looked, digest: str) -> Kept:
    said = [[problem.plain() for problem in some] for some in (looked.unread, looked.problems)]
    return Kept(digest, looked.rests, said if any(said) else None, looked.abridged is not None)


def _problems(item: Looked | Kept) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return why a file cannot be read, and what the rules of an entry find."""
    if not isinstance(item, Kept):
        return item.unread, item.problems
    unread, problems = item.found or ((), ())
    return tuple(map(Problem.of, unread)), tuple(map(Problem.of, problems))


def _book(
    root: Path,
    now: Mapping[str, Kept],
    found: Mapping[str, tuple[tuple[Problem, ...], tuple[Problem, ...]]],
    looked: Mapping[str, Looked],
    earlier: Earlier | None,
) -> tuple[Book, list[Problem], set[str]]:
    """Return the book of the entries that are *now*, which lack their prose, and what cannot be read of it.

    The set is filled with the ids of entries whose files are read later, to show a line.
    """
    from faultbook.abridged import entry_of  # noqa: PLC0415 -- as above
    from faultbook.book import load_around, taken  # noqa: PLC0415
    from faultbook.document import read_document  # noqa: PLC0415
    from faultbook.shelf import Shelf  # noqa: PLC0415

    problems: list[Problem] = []
    there: dict[str, str] = {}
    for path, item in now.items():
        problems += found[path][0]
        if item.whole and (first := there.setdefault(_id_of(path), path)) != path:
            problems.append(taken(path, first))
    there = dict(sorted((id_, path) for id_, path in there.items()))
    read: set[str] = set()

    def opened(path: str) -> Document:
        read.add(_id_of(path))
        return read_document((root / path).read_bytes(), path)

    def made(id_: str) -> Entry:
        path = there[id_]
        short = looked[path].abridged if path in looked else None
        if short is None and earlier is not None:
            short = earlier.abridged(path, now[path].digest)
        return entry_of(short or {}, path)

    def told(name: str) -> dict[str, list[Any]]:
        others = {path: now[path].digest for path in there.values() if path not in looked}
        kept = earlier.facts(name, others) if earlier is not None and others else {}
        return {id_: looked[path].facts[name] if path in looked else kept[path] for id_, path in there.items()}

    around, faults = load_around(root)
    book = dataclasses.replace(
        around,
        entries=Shelf(there, made),
        documents=Shelf([*now, *around.documents], opened, around.documents),
        facts=Shelf(_facts(), told),
        known_slugs=tuple(path.removeprefix("entries/").removesuffix(".yaml") for path in there.values()),
    )
    return book, [*problems, *faults], read


def _facts() -> list[str]:
    from faultbook.rules import RULES  # noqa: PLC0415 -- as above

    return [fact.name for rule in RULES for fact in rule.facts]


def _id_of(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".yaml")


def _owned(paths: Iterable[str], digests: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of the files of each entry, by its path: also of files under its id in another area."""
    files: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, digest in digests.items():
        kind, _, below = path.partition("/")
        if kind in {"entries", "snippets", "evidence"} and below.count("/"):
            files[below.split("/")[1].removesuffix(".yaml")].append((path, digest))
    return {path: _digest(sorted(files[_id_of(path)])) for path in paths}


def _rests_on(rule: Rule, reach: Any, book: Book, now: Mapping[str, Kept], digests: Mapping[str, str]) -> str:
    """Return a digest of all that *rule* rests on within *reach*."""
    from faultbook.rules.rule import Reach  # noqa: PLC0415 -- as above

    facts = [f"{reach.value} {fact.name}" for fact in rule.facts] if reach is Reach.FACTS else [reach.value]
    here = [now[f"entries/{slug}.yaml"].rests for slug in book.slugs]
    of_entries = [[rests.get(name) for rests in here] for name in facts]
    around: list[Any] = []
    if reach is Reach.SIGNATURES:
        around = sorted(item for item in digests.items() if item[0].startswith(("incidents/", "tests/benign/")))
    elif reach is Reach.PARTS:
        around = sorted(path for path in digests if path.startswith(("snippets/", "evidence/")))
    elif reach is Reach.BOOK:
        around = sorted(
            item
            for item in digests.items()
            if item[0].startswith("incidents/") or item[0] in _FILES or item[0].count("/") == 1
        )
    return _digest([[*now], book.slugs, of_entries, around])


def _digests(root: Path) -> dict[str, str] | None:
    """Return a digest of each file that a check of *root* reads, by its path; ``None`` when one cannot be read."""
    try:
        return {path: _digest_of(f"{root}/{path}") for path in _files(root)}
    except OSError:
        return None


def _files(root: Path) -> Iterator[str]:
    """Yield the path of each file that a check of *root* reads.

    Raises:
        OSError: when a folder cannot be read, or is a link: what is behind one is not walked, and a rule may read it.

    """
    for path in input_paths(root):
        name = path.relative_to(root).as_posix()
        yield from (name,) if path.is_file() else _below(str(path), name)


def _below(folder: str, name: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for item in found:
            below = f"{name}/{item.name}"
            if not item.is_dir():
                yield below
            elif item.is_symlink():
                raise OSError(below)
            elif item.name != "__pycache__":
                yield from _below(item.path, below)


def _digest_of(file: str) -> str:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        size = os.fstat(descriptor).st_size
        content = os.read(descriptor, size + 1)
        while more := os.read(descriptor, _CHUNK) if len(content) != size else b"":  # it grew, or is no plain file
            content += more
    finally:
        os.close(descriptor)
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _as_it_was(root: Path, digests: Mapping[str, str], read: Collection[str]) -> bool:
    """Return whether what was read, of the entries with the ids *read* and around all, is as *digests* say."""
    try:
        if set(_files(root)) != digests.keys():
            return False
        return all(
            _digest_of(f"{root}/{path}") == digest
            for path, digest in digests.items()
            if path.count("/") < 2  # noqa: PLR2004 -- not below an area
            or not path.startswith(("entries/", "snippets/", "evidence/"))
            or path.split("/")[2].removesuffix(".yaml") in read
        )
    except OSError:
        return False


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
