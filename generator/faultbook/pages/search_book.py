"""The documents of a book for the index in files: what each rests on, and how those of a run are made."""

from __future__ import annotations

import hashlib
import heapq
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.search_index import Documents, Kept
from faultbook.pages.search_signatures import Signed
from faultbook.signatures.compiled import compile_signatures, related_entries, to_json

__all__ = ["Keep", "large_documents"]

_SAMPLE = 400  # entries that tell which words many have


class Keep:
    """Where what was made of entries is kept for later builds: in *kept*, by *digests* of entries by their ids.

    *around* is a digest of what else the making of it rests on, such as the version of this program.
    """

    def __init__(self, kept: Kept, digests: Mapping[str, str], around: str) -> None:
        self.kept, self.digests, self.around = kept, digests, around


def large_documents(
    book: Book,
    others: Sequence[Mapping[str, Any]],
    make: Callable[[Iterable[Entry], frozenset[str]], Sequence[Mapping[str, Any]]],
    common: Callable[[Iterable[Entry]], frozenset[str]],
    keep: Keep | None,
) -> Documents:
    """Return the documents of the entries of *book*, and *others*.

    *make* makes those of entries, given what many have in common, which *common* tells of some entries.
    """
    entries = tuple(book.entries.values())
    few = heapq.nsmallest(_SAMPLE, entries, key=lambda entry: (zlib.crc32(entry.id.encode()), entry.id))
    words = _of_sample(few, common, keep)
    causes, confused = related_entries(entries)
    led = _led(causes)

    def made(run: range) -> tuple[Sequence[Mapping[str, Any]], Sequence[Signed | None]]:
        own = entries[run.start : run.stop]
        documents = [*make(own, words), *others[max(0, run.start - len(entries)) : max(0, run.stop - len(entries))]]
        signatures: dict[str, list[Mapping[str, Any]]] = {}
        for one in to_json(compile_signatures(own))["signatures"]:
            signatures.setdefault(one["entry"], []).append(one)
        signed = (
            Signed(entry.id, entry.slug, signatures.get(entry.id, ()), led.get(entry.id, ()), confused[entry.id])
            for entry in own
        )
        return documents, [*signed, *(None for _ in documents[len(own) :])]

    paths = [*(entry.slug for entry in entries), *(str(document["path"]) for document in others)]
    if keep is None:
        return Documents(paths, (), made)
    around = _digest([keep.around, sorted(words)])
    digests = [f"{around} {keep.digests[entry.id]} {led.get(entry.id, '')} {confused[entry.id]}" for entry in entries]
    return Documents(paths, [*digests, *map(_digest, others)], made)


def _of_sample(
    few: Sequence[Entry], common: Callable[[Iterable[Entry]], frozenset[str]], keep: Keep | None
) -> frozenset[str]:
    """Return the words that many of a *few* entries have: so another edit hardly ever changes what is made of all."""
    if keep is None:
        return common(few)
    key = _digest([keep.around, *(keep.digests[entry.id] for entry in few)])
    if (kept := keep.kept.get([key]).get(key)) is not None:
        return frozenset(kept)
    found = common(few)
    keep.kept.put({key: sorted(found)})
    return found


def _digest(value: Any) -> str:
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=16).hexdigest()


def _led(causes: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return all that each entry leads to, also by way of others; nothing of one that leads nowhere."""
    led = {}
    for id_, effects in causes.items():
        found: set[str] = set()
        ahead = list(effects)
        while ahead:
            effect = ahead.pop()
            if effect not in found and effect in causes:
                found.add(effect)
                ahead += causes[effect]
        if found:
            led[id_] = sorted(found)
    return led
