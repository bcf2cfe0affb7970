"""Runs of documents that follow each other, and what the index holds of each run: a value that can be kept.

A run ends where the digest of a path says, so a new document makes one run anew, and an edit one as well. Within a run
documents are counted from its start.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from faultbook.pages.search_postings import FIELDS, json_line, postings, varint, varints
from faultbook.pages.search_signatures import Signed, signature_texts

__all__ = ["EACH", "Indexed", "blocks_of", "group_of", "indexed", "text_digest"]

EACH = 8  # documents of a file
_RUN = 64  # documents of a run, about
#: What a result shows; the rest of a document is only in the index.
_SHOWN = ("kind", "path", "title", "summary", "aliases", "see", "lines", "area", "severity", "questions")
#: Terms are parted in groups by how they begin, in the order of the terms themselves.
_SECOND = "ehot"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FIRSTS = {
    first: index
    for index, first in enumerate(
        ("", *"0123456789", *(f"{first}{second}" for first in _LETTERS for second in ("", *_SECOND)), "~", "\x7f")
    )
}


class Indexed(NamedTuple):
    """What the index holds of a run of documents; JSON can say it."""

    kinds: list[str]
    lengths: list[list[int]]
    """Of each field the distinct terms of each document."""
    names: str
    """Of each document how many aliases it has, and the distinct terms of each."""
    documents: list[str]
    """The digests of the files of what results show."""
    signatures: list[str]
    """The digests of the files of signatures."""
    lines: str
    """A key of the templates of each of these files."""
    groups: dict[str, tuple[str, str]]
    """Of each group of terms what the run's documents have of them, and its digest.

    Each term, and what they have of it, ends at a mark that stands in neither, and that JSON need not escape.
    """


def blocks_of(paths: Sequence[str]) -> list[range]:
    """Return the runs of documents at *paths*."""
    starts = [0, *(at for at, path in enumerate(paths) if at and zlib.crc32(path.encode()) % _RUN == 0), len(paths)]
    return [range(start, end) for start, end in pairwise(starts)] if paths else []


def indexed(
    documents: Sequence[Mapping[str, Any]], signed: Sequence[Signed | None]
) -> tuple[Indexed, list[list[list[str]]], dict[str, str]]:
    """Return what the index holds of a run of *documents*, the templates of its lines, and its files by their digests.

    *signed* are the signatures of those that are entries; the templates are parted by files.
    """
    found = [postings(document) for document in documents]
    shown = [{name: document[name] for name in _SHOWN if document.get(name)} for document in documents]
    pieces = [json_line(shown[at : at + EACH]) for at in range(0, len(shown), EACH)]
    signatures = signature_texts(signed)
    texts = {text_digest("d", text): text for text in pieces}
    texts |= {text_digest("s", text): text for text, _ in signatures}
    lines = [templates for _, templates in signatures]
    lists: dict[str, list[str]] = {}
    for number, document in enumerate(found):
        at = varint(number)
        for term, posting in document.terms.items():
            if term in lists:
                lists[term].append(at + posting)
            else:
                lists[term] = [at + posting]
    groups: dict[int, list[str]] = {}
    for term in sorted(lists):
        groups.setdefault(group_of(term), []).append(f"{term}!{varint(len(lists[term]))}{''.join(lists[term])}")
    block = Indexed(
        [document["kind"] for document in documents],
        [[document.lengths[field] for document in found] for field in range(len(FIELDS))],
        varints(number for document in found for number in (len(document.names), *document.names)),
        [text_digest("d", text) for text in pieces],
        [text_digest("s", text) for text, _ in signatures],
        text_digest("", json_line(lines)),
        {str(group): (text := "!".join(lines), text_digest("", text)) for group, lines in groups.items()},
    )
    return block, lines, texts


def group_of(term: str) -> int:
    """Return the number of a term's group; a term that stands before another is in no later one."""
    first = term[0]
    if "a" <= first <= "z":
        second = term[1:2]
        return _FIRSTS[first] + sum(second >= edge for edge in _SECOND)
    return _FIRSTS[first] if first in _FIRSTS else _FIRSTS[""] if first < "0" else _FIRSTS["\x7f"]


def text_digest(kind: str, text: str) -> str:
    """Return the digest by which a file is named and kept; its first letter is its kind."""
    digest = hashlib.blake2b(text.encode(), digest_size=20).digest()
    return kind + base64.b32encode(digest).decode().lower()
