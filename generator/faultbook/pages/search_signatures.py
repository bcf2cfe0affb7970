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

__all__ = ["BITS", "GRAM", "Signed", "file_keys", "signature_texts"]

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


def signature_texts(block: Sequence[Signed | None]) -> list[tuple[str, list[list[str]]]]:
    """Return the files of a block of documents, of which some are no entries: of each its text, and its templates.

    Of a template there are the texts that a line must have to match it.
    """
    found = []
    held: list[tuple[int, Signed, list[str]]] = []
    size = 0
    for at, signed in enumerate(block):
        if signed is None or not signed.signatures:
            continue
        texts = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in signed.signatures]
        if held and size > _FILE:
            found.append(_file(held))
            held, size = [], 0
        held.append((at, signed, texts))
        size += sum(map(len, texts))
    return [*found, _file(held)] if held else found


def _file(held: Sequence[tuple[int, Signed, list[str]]]) -> tuple[str, list[list[str]]]:
    entries = {
        signed.entry: {
            "slug": signed.slug,
            "document": at,
            "causes": signed.causes,
            "confused_with": signed.confused_with,
        }
        for at, signed, _ in held
    }
    signatures = ",".join(text for _, _, texts in held for text in texts)
    about = json.dumps({"entries": entries}, ensure_ascii=False, separators=(",", ":"))
    lines = (line for _, signed, _ in held for one in signed.signatures for line in one["lines"])
    templates = {line["text"]: list(line["literals"]) for line in lines}
    return f'{{"signatures":[{signatures}],{about[1:]}\n', list(templates.values())


def file_keys(files: Sequence[Sequence[Sequence[str]]]) -> list[str]:
    """Return the hashes by which the templates of each of *files* are known, as one text of numbers a file.

    A template is known by the six bytes that fewest have, of all.
    """
    grams = [[_grams(template) for template in file] for file in files]
    counts = Counter(gram for file in grams for own in file for gram in set(own))
    found = []
    for file in grams:
        keys = sorted({_hash(_rarest(own, counts)) for own in file})
        found.append(varint(len(keys)) + varints(key - before for before, key in pairwise((0, *keys))))
    return found


def _rarest(grams: Sequence[bytes], counts: Mapping[bytes, int]) -> bytes:
    least = min(map(counts.__getitem__, grams))
    # Of equals any: the first would be what many lines begin with.
    return min((gram for gram in grams if counts[gram] == least), key=zlib.crc32)


def _grams(literals: Iterable[str]) -> list[bytes]:
    texts = [literal.encode() for literal in literals]
    return [text[at : at + GRAM] for text in texts for at in range(len(text) - GRAM + 1)]


def _hash(gram: bytes) -> int:
    """Return the hash of Fowler, Noll and Vo, of which the upper bits are kept."""
    found = 0x811C9DC5
    for byte in gram:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found >> 32 - BITS
