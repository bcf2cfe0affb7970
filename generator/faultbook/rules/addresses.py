"""Addresses: what was published once is found for ever."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.addresses import ADDRESSES_FILE, Listed, read_addresses, successor
from faultbook.book import RETIRED_FILE, Book
from faultbook.entry import Entry
from faultbook.place import Place, Problem, did_you_mean
from faultbook.rules.rule import Rule, unread_slugs

__all__ = ["RULES"]

_LEAST = 3  # anchors that an entry must share with a page that is gone, to be taken for the same


def address_gone(book: Book) -> Iterator[Problem]:
    """An address that was published leads somewhere for ever: `addresses.txt` lists them all.

    **Why**: it stands in runbooks, tickets and alerts, and is opened when a job has just died.

    **Wrong**: `entries/memory/cuda-oom.yaml` is renamed or removed, and nothing says where its page went.

    **Right**: a line in `entries/retired.yaml`, `cuda-oom: {reason: renamed, successor: cuda-oom-capacity}`; without a
    successor, the reason is what the page says. An entry that only moves to another area needs nothing. Anchors that
    are gone lead to the section that they were in.
    """
    listed, problems = read_addresses(book.root)
    yield from problems
    unread = {slug.partition("/")[2] for slug in unread_slugs(book)}
    for item in listed.values():
        id_ = item.entry_id
        if id_ is None or not item.is_page or id_ in book.entries or id_ in unread:
            continue
        if id_ in book.retired or successor(book, item):
            continue
        new = _renamed(book, item, listed)
        line = f"{id_}: {{reason: renamed, successor: {new.id}}}" if new else f"{id_}: {{reason: ..., successor: ...}}"
        hint = f"add to {RETIRED_FILE}: {line}"
        if new is None and (near := did_you_mean(id_, book.entries)):
            hint += f"; {near}"
        sentence = f"'/{item.path}' was published, and is no entry any more"
        yield Problem(Place(ADDRESSES_FILE, item.line), "address-gone", sentence, hint)


def _renamed(book: Book, item: Listed, listed: dict[str, Listed]) -> Entry | None:
    """Return the entry that *item* most likely became: one without a published page, with the most of its anchors."""
    new = [entry for entry in book.entries.values() if f"{entry.slug}/" not in listed]
    shared = {entry.id: len(item.anchors & _names(entry)) for entry in new}
    best = max(new, key=lambda entry: shared[entry.id], default=None)
    return best if best is not None and shared[best.id] >= min(_LEAST, len(item.anchors & _own(item))) > 0 else None


def _names(entry: Entry) -> set[str]:
    """Return the anchors of an entry's page that come from names of its own."""
    names = {f"fix-{name}" for name in entry.fixes} | {f"signature-{name}" for name in entry.signatures}
    return names | {f"figure-{name}" for name in entry.figures} | {f"alert-{item.alert}" for item in entry.monitor}


def _own(item: Listed) -> set[str]:
    prefixes = ("fix-", "signature-", "figure-", "alert-")
    return {anchor for anchor in item.anchors if anchor.startswith(prefixes)}


RULES = (Rule("address-gone", address_gone),)
