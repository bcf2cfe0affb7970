"""What differs between two books: entries, their fields, parts, records and signatures, and pages."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry

__all__ = ["Changes", "EntryChange", "SignatureChange", "compare_books"]

_ALIKE = 0.6  # share of equal fields from which an entry that went and one that came are one that moved
#: What of a signature decides where it matches, and what a match says.
_MATCHING = ("role", "strength", "lines", "within", "where", "figure", "when", "factor")


@dataclasses.dataclass(frozen=True, slots=True)
class EntryChange:
    """What of an entry that both books hold is not the same, under the slug that it has now."""

    slug: str
    title: str
    fields: tuple[str, ...]
    """Paths such as ``cause`` or ``fixes.oil``, with what happened where that is not a change: ``fixes.oil added``."""
    parts: tuple[str, ...]
    records: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class SignatureChange:
    """A signature or figure that is new, gone, or matches something else."""

    slug: str
    name: str
    how: str
    """``added``, ``removed``, or the keys that differ: ``lines, where``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Changes:
    """What the second of two books has that the first has not, and the other way round."""

    added: dict[str, str]
    """Titles by slug."""
    removed: dict[str, str]
    renamed: dict[str, str]
    """Slugs of now by slugs of before."""
    changed: tuple[EntryChange, ...]
    signatures: tuple[SignatureChange, ...]
    pages: dict[str, str]
    """``added``, ``removed`` or ``changed`` by the address of an entry's page."""
    incidents: dict[str, str]
    """The same by the address of an incident's page."""
    unread: tuple[str, ...]
    """Files of now that hold no readable entry; what they held before is not counted as removed."""

    @property
    def none(self) -> bool:
        """Whether nothing differs."""
        told = (self.added, self.removed, self.renamed, self.changed, self.pages, self.incidents, self.unread)
        return not any(told)


def compare_books(base: Book, head: Book) -> Changes:
    """Return what is different in *head*, compared with *base*."""
    unread = tuple(
        sorted(
            path
            for path in head.documents
            if path.startswith("entries/") and path not in {entry.path for entry in head.entries.values()}
        )
    )
    gone = {e.slug: e for id_, e in base.entries.items() if id_ not in head.entries and e.path not in unread}
    come = {entry.slug: entry for id_, entry in head.entries.items() if id_ not in base.entries}
    renamed = _renamed(gone, come, head)
    pairs = [(base.entries[id_], head.entries[id_]) for id_ in base.entries if id_ in head.entries]
    renamed |= {before.slug: after.slug for before, after in pairs if before.slug != after.slug}
    pairs += [(gone[before], come[after]) for before, after in renamed.items() if before in gone]
    pairs.sort(key=lambda pair: pair[1].slug)
    changed = [_entry_change(base, head, before, after) for before, after in pairs]
    added = {slug: entry for slug, entry in sorted(come.items()) if slug not in renamed.values()}
    removed = {slug: entry for slug, entry in sorted(gone.items()) if slug not in renamed}
    return Changes(
        {slug: entry.title for slug, entry in added.items()},
        {slug: entry.title for slug, entry in removed.items()},
        dict(sorted(renamed.items())),
        tuple(change for change in changed if change.fields or change.parts or change.records),
        tuple(_signature_changes(pairs, added, removed)),
        _pages(base, head, pairs, unread),
        _incidents(base, head),
        unread,
    )


def _renamed(gone: Mapping[str, Entry], come: Mapping[str, Entry], head: Book) -> dict[str, str]:
    """Return which entry that came is one that went: its retired id's successor, or one that says much the same."""
    found: dict[str, str] = {}
    by_id = {entry.id: slug for slug, entry in come.items()}
    for slug, entry in sorted(gone.items()):
        retired = head.retired.get(entry.id)
        successor = by_id.get(retired.successor or "") if retired else None
        if successor and successor not in found.values():
            found[slug] = successor
    likeness = sorted(
        ((_alike(before, after), old, new) for old, before in gone.items() for new, after in come.items()),
        key=lambda item: (-item[0], item[1:]),
    )
    for alike, old, new in likeness:
        if alike >= _ALIKE and old not in found and new not in found.values():
            found[old] = new
    return found


def _alike(before: Entry, after: Entry) -> float:
    mine, theirs = _values(before), _values(after)
    keys = mine.keys() | theirs.keys()
    return sum(bool(mine.get(key) == theirs.get(key)) for key in keys) / len(keys)


def _values(entry: Entry) -> dict[str, Any]:
    """Return what the entry's file says, without what it leaves out."""
    return entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"id", "area", "path"})


def _entry_change(base: Book, head: Book, before: Entry, after: Entry) -> EntryChange:
    parts = _files(base.snippet_dir(before)), _files(head.snippet_dir(after))
    records = _files(base.evidence_dir(before)), _files(head.evidence_dir(after))
    return EntryChange(
        after.slug,
        after.title,
        tuple(_fields(_values(before), _values(after))),
        tuple(_told(*parts)),
        tuple(_told(*records)),
    )


def _fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys that differ; of a mapping by name, such as the fixes, the names."""
    for key in dict.fromkeys((*after, *before)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (f"{key}.{told}" for told in _told(old, new))
        else:
            yield key + (" added" if old is None else " removed" if new is None else "")


def _told(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield each name whose value differs, with ``added`` or ``removed`` where only one side has it."""
    for name in dict.fromkeys((*after, *before)):
        if name not in before:
            yield f"{name} added"
        elif name not in after:
            yield f"{name} removed"
        elif before[name] != after[name]:
            yield name


def _files(folder: Path) -> dict[str, bytes]:
    """Return the content of a folder's files by name without the ending, in the order of names."""
    if not folder.is_dir():
        return {}
    files = sorted(file for file in folder.iterdir() if file.suffix in {".py", ".json"})
    return {file.stem: file.read_bytes() for file in files}


def _signature_changes(
    pairs: list[tuple[Entry, Entry]], added: Mapping[str, Entry], removed: Mapping[str, Entry]
) -> Iterator[SignatureChange]:
    for slug, entry in added.items():
        yield from (SignatureChange(slug, name, "added") for name in _signatures(entry))
    for slug, entry in removed.items():
        yield from (SignatureChange(slug, name, "removed") for name in _signatures(entry))
    for before, after in pairs:
        old, new = _signatures(before), _signatures(after)
        for name in dict.fromkeys((*new, *old)):
            if name not in old or name not in new:
                yield SignatureChange(after.slug, name, "removed" if name in old else "added")
            elif keys := [key for key in _MATCHING if old[name].get(key) != new[name].get(key)]:
                yield SignatureChange(after.slug, name, ", ".join(keys))


def _signatures(entry: Entry) -> dict[str, dict[str, Any]]:
    named = itertools.chain(entry.signatures.items(), entry.figures.items())
    return {name: item.model_dump(mode="json", by_alias=True) for name, item in named}


def _pages(base: Book, head: Book, pairs: list[tuple[Entry, Entry]], unread: tuple[str, ...]) -> dict[str, str]:
    pages = {f"{entry.slug}/": "removed" for entry in base.entries.values() if entry.path not in unread}
    pages |= {f"{entry.slug}/": "added" for entry in head.entries.values()}
    for before, after in pairs:
        if before.slug == after.slug:
            same = _shown(base, before) == _shown(head, after)
            pages[f"{after.slug}/"] = "" if same else "changed"
    return {page: how for page, how in sorted(pages.items()) if how}


def _shown(book: Book, entry: Entry) -> tuple[Any, ...]:
    """Return all that the page of *entry* is made from: its own, and what it says of others."""
    named = [miss.is_ for signature in entry.signatures.values() for miss in signature.near_misses]
    named += [miss.is_ for figure in entry.figures.values() for miss in figure.near_misses]
    named += [id_ for step in entry.confirm for id_ in step.rules_out]
    others = [(other.slug, other.title) for id_ in named if (other := book.entries.get(id_))]
    neighbours = [(near.kind, near.entry.slug, near.entry.title, near.because) for near in book.neighbours(entry)]
    own = (_values(entry), _files(book.snippet_dir(entry)), _files(book.evidence_dir(entry)))
    return (*own, others, neighbours)


def _incidents(base: Book, head: Book) -> dict[str, str]:
    before = {incident.slug: _incident(base, incident.slug) for incident in base.incidents.values()}
    after = {incident.slug: _incident(head, incident.slug) for incident in head.incidents.values()}
    told = {f"{slug}/": "added" for slug in after} | {f"{slug}/": "removed" for slug in before if slug not in after}
    told |= {f"{slug}/": "" if before[slug] == after[slug] else "changed" for slug in after if slug in before}
    return {page: how for page, how in sorted(told.items()) if how}


def _incident(book: Book, slug: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((book.root / slug).iterdir()) if file.is_file()}
