"""Signatures cut into files, of which a browser reads those whose text stands in what was pasted.

Of each line template a few bytes tell that it may be there: six that a log must hold to match it, and that few other
templates have. The first file has a hash of them; whatever of a pasted text has such a hash leads to the file of the
signatures with that template. So every signature of which any line matches is read, and the engine answers as it
would with all.

A file holds entries that follow each other, so an edit of an entry changes no file but its own.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from faultbook.pages.search_postings import varint, varints

__all__ = ["BITS", "GRAM", "Signed", "often", "signature_texts"]

GRAM = 6  # bytes
BITS = 26  # of a hash
_FILE = 24_000  # characters


class Signed(NamedTuple):
    """An entry with its signatures, as the engine reads them."""

    entry: str
    slug: str
    signatures: Sequence[Mapping[str, Any]]
    causes: Sequence[str]
    """All that the entry leads to, also by way of others, which the browser may not have read."""
    confused_with: Sequence[str]


def signature_texts(block: Sequence[Signed | None], common: Mapping[bytes, int]) -> list[tuple[str, str]]:
    """Return the files of a block of documents, of which some are no entries: of each its hashes, and its text.

    *common* is how many templates have each six bytes that several have.
    """
    found: list[tuple[str, str]] = []
    held: list[tuple[int, Signed, list[tuple[str, list[int]]]]] = []
    size = 0
    for at, signed in enumerate(block):
        if signed is None:
            continue
        made = [
            (json.dumps(one, ensure_ascii=False, separators=(",", ":")), keys) for one, keys in _keyed(signed, common)
        ]
        if not made:
            continue
        if held and size > _FILE:
            found.append(_file(held))
            held, size = [], 0
        held.append((at, signed, made))
        size += sum(len(text) for text, _ in made)
    return [*found, _file(held)] if held else found


def _keyed(signed: Signed, common: Mapping[bytes, int]) -> Iterable[tuple[Mapping[str, Any], list[int]]]:
    for one in signed.signatures:
        yield one, sorted({_key(line["literals"], common) for line in one["lines"]})


def _file(held: Iterable[tuple[int, Signed, list[tuple[str, list[int]]]]]) -> tuple[str, str]:
    entries, texts, keys = {}, [], []
    for at, signed, made in held:
        entries[signed.entry] = {
            "slug": signed.slug,
            "document": at,
            "causes": signed.causes,
            "confused_with": signed.confused_with,
        }
        for text, own in made:
            texts.append(text)
            keys.append(own)
    all_keys = sorted({key for own in keys for key in own})
    deltas = [key - before for before, key in pairwise((0, *all_keys))]
    about = json.dumps({"keys": keys, "entries": entries}, ensure_ascii=False, separators=(",", ":"))
    return f"{varint(len(deltas))}{varints(deltas)}", f'{{"signatures":[{",".join(texts)}],{about[1:]}\n'


def _key(literals: Iterable[str], common: Mapping[bytes, int]) -> int:
    """Return by which hash a template is known: that of the six bytes that fewest templates have."""
    grams = list(_grams(literals))
    rare = [gram for gram in grams if gram not in common]
    # Of equals any: the first would be what many lines begin with.
    return _hash(min(rare, key=zlib.crc32) if rare else min(grams, key=lambda gram: (common[gram], zlib.crc32(gram))))


def often(signatures: Iterable[Mapping[str, Any]]) -> dict[bytes, int]:
    """Return the six bytes that several line templates of *signatures* have, and how many have each."""
    templates = {line["text"]: line["literals"] for one in signatures for line in one["lines"]}
    counts = Counter(gram for literals in templates.values() for gram in set(_grams(literals)))
    return {gram: count for gram, count in sorted(counts.items()) if count > 1}


def _grams(literals: Iterable[str]) -> Iterable[bytes]:
    for literal in literals:
        text = literal.encode()
        for at in range(len(text) - GRAM + 1):
            yield text[at : at + GRAM]


def _hash(gram: bytes) -> int:
    """Return the hash of Fowler, Noll and Vo, of which the upper bits are kept."""
    found = 0x811C9DC5
    for byte in gram:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found >> 32 - BITS
