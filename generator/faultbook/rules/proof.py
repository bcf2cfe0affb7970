"""Proof: parts, records and origins belong together, and what no part proves says why."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.place import Place, Problem, did_you_mean
from faultbook.rules.rule import Reach, Rule, once_a_book, unread_slugs
from faultbook.snippets.gate import Files, read_files
from faultbook.snippets.part import NOT_WRITTEN, Kind, fix_of, unread_names
from faultbook.snippets.record import ORIGINS_FILE

__all__ = ["RULES", "files_of"]

#: Folders of what belongs to an entry, and how the names of its files end.
_ENDINGS = {"snippets": ".py", "evidence": ".json"}


@once_a_book
def files_of(book: Book) -> Callable[[Entry], Files]:
    """Return what gives the parts and records of an entry of *book*, read once for all rules."""
    read = functools.cache(lambda slug: read_files(book.root, slug))
    return lambda entry: read(entry.slug)


def _unread(book: Book, entry: Entry) -> set[str]:
    """Return the names of parts that are there and broken: only that is told of them, not that they are missing."""
    return unread_names(files_of(book)(entry).faulty)


@once_a_book
def _there(book: Book) -> set[str]:
    """Return the slugs of all files of entries."""
    return {*book.slugs, *unread_slugs(book)}


@once_a_book
def _areas(book: Book) -> set[str]:
    """Return the names of all folders that hold parts or records of entries."""
    return {area for kind in _ENDINGS for area in _names(book, kind, "")}


def _stayed(book: Book, slug: str) -> bool:
    """Return whether there are parts or records of *slug*, and no entry."""
    if slug in _there(book):
        return False
    return any(name for kind, ending in _ENDINGS.items() for name in _names(book, f"{kind}/{slug}", ending))


def _names(book: Book, folder: str, ending: str) -> list[str]:
    """Return the names of what is in *folder* and ends with *ending*."""
    try:
        return [name for name in os.listdir(f"{book.root}/{folder}") if name.endswith(ending)]  # noqa: PTH208 -- names alone
    except (FileNotFoundError, NotADirectoryError):
        return []


@once_a_book
def _moved(book: Book) -> dict[str, str]:
    """Return the slug of each entry whose parts or records stayed in another area, by the slug where they still are."""
    slugs = {slug for kind in _ENDINGS for slug in _folders(book, kind)}
    old = {slug for slug in slugs if _stayed(book, slug)}
    ids = {slug: slug.partition("/")[2] for slug in sorted(old)}
    return {slug: book.entries[id_].slug for slug, id_ in ids.items() if id_ in book.entries}


def _folders(book: Book, kind: str) -> Iterator[str]:
    """Yield ``area/id`` of each folder of parts or of records."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(book.root / kind) as areas:
        for area in (item.name for item in areas if item.is_dir()):
            with os.scandir(book.root / kind / area) as folders:
                yield from (f"{area}/{folder.name}" for folder in folders if folder.is_dir())


def _awaits_parts(book: Book, entry: Entry) -> bool:
    """Return whether the parts of *entry* are all still where it was: then only that is told."""
    return not any(_names(book, f"snippets/{entry.slug}", ".py")) and any(
        slug != entry.slug and _stayed(book, slug) for slug in (f"{area}/{entry.id}" for area in _areas(book))
    )


def part(book: Book) -> Iterator[Problem]:
    """Each part has a head that can be read, a docstring with `$ command` or `>>> expression`, and a part's name.

    **Why**: a part without what it should print proves nothing; and a file with a mistyped name is run by nobody.

    **Wrong**: a script whose docstring only says what it does; `confrim_version.py`

    **Right**: `$ python reproduce.py`, and below it what that prints. Names begin with `reproduce`, `fix`, `confirm` or
    `prevent`; other files are modules that a part imports.
    """
    for entry in book.entries.values():
        files = files_of(book)(entry)
        yield from files.faulty
        for item in files.parts:
            if NOT_WRITTEN in item.text:
                sentence = "the part is not written yet"
                yield Problem(Place(item.shown_path), "part", sentence, f"write it, then: faultbook run {entry.id}")


def fix_unproven(book: Book) -> Iterator[Problem]:
    """Each fix is proven by its part, or says why none proves it.

    **Why**: advice that nobody ran is what the rest of the web is made of.

    **Wrong**: a fix `larger-batch` without `fix_larger_batch.py` and without `unproven`.

    **Right**: the part; or `unproven: needs a faulty GPU`, which must go when a part comes.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        parts = {item.fix: item for item in files_of(book)(entry).parts if item.kind is Kind.FIX}
        broken = {fix_of(name) for name in _unread(book, entry)}
        for name, fix in entry.fixes.items():
            if name in broken or _awaits_parts(book, entry):
                continue
            file = f"snippets/{entry.slug}/fix_{name.replace('-', '_')}.py"
            if name not in parts and fix.unproven is None:
                hint = f"write {file}, or say 'unproven: why'"
                place = document.key_place("fixes", name)
                yield document.problem_at("fix-unproven", place, f"no part proves fix '{name}'", hint)
            elif name in parts and fix.unproven is not None:
                sentence = f"{file} proves fix '{name}'; the reason is needless"
                yield document.problem("fix-unproven", ("fixes", name, "unproven"), sentence, "remove it")
        for proven, item in parts.items():
            if proven not in entry.fixes:
                sentence = f"the part proves no fix of {entry.path}"
                hint = did_you_mean(str(proven), entry.fixes) or "name it after its fix"
                yield Problem(Place(item.shown_path), "fix-unproven", sentence, hint)


def no_ground(book: Book) -> Iterator[Problem]:
    """An entry stands on a part that reproduces it, or on texts of releases or documents; each that it names is there.

    An origin's document stands among the sources.

    **Why**: a text that nobody printed, no software holds and no document shows is invented.

    **Wrong**: `origin: {part: reproduce}` when there is no such part.

    **Right**: the part; or `origin: {package: vllm, version: "0.33.0"}`.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        parts = files_of(book)(entry).parts
        if _awaits_parts(book, entry):
            continue
        names = [*(item.name for item in parts), *_unread(book, entry)]
        reproduced = any(name.startswith(Kind.REPRODUCE) for name in names)
        # An origin that names no part is reported below; one that names a confirm part alone shows no failure.
        origins = [sample.origin for signature in entry.signatures.values() for sample in signature.samples]
        if not reproduced and all(origin.part in names for origin in origins):
            place = document.key_place("signatures")
            sentence = "no part reproduces the failure, and no sample comes from a release or a document"
            yield document.problem_at("no-ground", place, sentence, f"write snippets/{entry.slug}/reproduce.py")
        shown = [
            (kind, name, index, sample)
            for kind, items in (("signatures", entry.signatures), ("figures", entry.figures))
            for name, item in items.items()
            for index, sample in enumerate(item.samples)
        ]
        for kind, name, index, sample in shown:
            if sample.origin.part is not None and sample.origin.part not in names:
                keys = (kind, name, "samples", index, "origin", "part")
                sentence = f"'{sample.origin.part}' is no part of this entry"
                yield document.problem("no-ground", keys, sentence, did_you_mean(sample.origin.part, names))
            document_address = sample.origin.document
            if document_address is not None and document_address not in {source.url for source in entry.sources}:
                keys = (kind, name, "samples", index, "origin", "document")
                hint = f"add it to sources with 'supports: [{kind}.{name}]'"
                yield document.problem("no-ground", keys, f"'{document_address}' is not among the sources", hint)
        for index, source in enumerate(entry.sources):
            if source.part is not None and source.part not in names:
                sentence = f"'{source.part}' is no part of this entry"
                yield document.problem(
                    "no-ground", ("sources", index, "part"), sentence, did_you_mean(source.part, names)
                )


def record(book: Book) -> Iterator[Problem]:
    """Each file under `evidence/` is a record of a part and target, or of origins, that the book has.

    **Why**: a record that belongs to nothing hides that something is gone.

    **Wrong**: `evidence/memory/x/fix_old.json`, written or kept by hand.

    **Right**: `faultbook run` writes it; remove it with the part.
    """
    yield from _of_entries(book)
    yield from _of_none(book)


def _of_entries(book: Book) -> Iterator[Problem]:
    for entry in book.entries.values():
        files = files_of(book)(entry)
        records, unreadable = files.records, files.unreadable
        yield from unreadable
        yield from files.untraced
        parts = {item.name: item.header.targets for item in files.parts}
        folder = f"evidence/{entry.slug}"
        known = {f"{folder}/{ORIGINS_FILE}", *(problem.place.path for problem in unreadable)}
        for name, target in records:
            path = f"{folder}/{name}@{target}.json"
            known.add(path)
            if target not in parts.get(name, ()) and name not in _unread(book, entry):
                sentence = f"the record is of {name} on {target}, which the entry does not have"
                yield Problem(Place(path), "record", sentence, "remove it, or bring the part back")
        for path in _files(book, folder):
            if path not in known:
                yield Problem(Place(path), "record", "the file belongs to no part of an entry", "remove it")


def _of_none(book: Book) -> Iterator[Problem]:
    """Yield the problems of records that are of no entry."""
    others = {*book.slugs, *unread_slugs(book), *_moved(book)}
    for path in _files(book, "evidence"):
        if "/".join(path.split("/")[1:3]) not in others or path.count("/") < 3:  # noqa: PLR2004 -- evidence/AREA/ID/FILE
            yield Problem(Place(path), "record", "the file belongs to no part of an entry", "remove it")
    for old, new in _moved(book).items():
        if not any((book.root / "snippets" / old).glob("*.py")):  # else told with the folder of parts
            sentence, hint = (
                f"the entry is {new} now",
                "remove the folder and run the parts again: records name their entry",
            )
            yield Problem(Place(f"evidence/{old}"), "record", sentence, hint)


def _files(book: Book, folder: str) -> Iterator[str]:
    """Yield the paths of all records below *folder*."""
    for place, _, names in os.walk(book.root / folder):
        below = os.path.relpath(place, book.root).replace(os.sep, "/")
        yield from (f"{below}/{name}" for name in names if name.endswith(".json"))


def snippet_folder(book: Book) -> Iterator[Problem]:
    """Each folder of parts belongs to an entry.

    **Why**: parts without an entry are run by nobody and shown nowhere.

    **Wrong**: `snippets/memory/cuda-oom/` after the entry was renamed.

    **Right**: the folder moves with the entry.
    """
    slugs = set(book.slugs)
    there = slugs | unread_slugs(book)
    for slug in sorted(_folders(book, "snippets")):
        if slug not in there and any((book.root / "snippets" / slug).glob("*.py")):
            hint = did_you_mean(slug, slugs) or "move it, or write the entry"
            if new := _moved(book).get(slug):
                id_ = new.partition("/")[2]
                hint = f"the entry is {new} now: move the folder to snippets/{new}, remove evidence/{slug}, then run: "
                hint += f"faultbook run {id_}; faultbook run --origins {id_}"
            yield Problem(Place(f"snippets/{slug}"), "snippet-folder", f"no entry entries/{slug}.yaml", hint)


RULES = (
    Rule("part", part, Reach.ENTRY),
    Rule("fix-unproven", fix_unproven, Reach.ENTRY),
    Rule("no-ground", no_ground, Reach.ENTRY),
    Rule("record", record, halves=((Reach.ENTRY, _of_entries), (Reach.PARTS, _of_none))),
    Rule("snippet-folder", snippet_folder, Reach.PARTS),
)
