"""What an index holds of one document: of each of its terms in which fields it stands, how often, and where.

Numbers are written as characters, five bits each, so that a file is JSON, compresses well, and is read by one loop.
``search-postings.js`` reads what is written here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from faultbook.pages.search_terms import Read, meanings, reads

__all__ = ["FIELDS", "Postings", "json_line", "postings", "varint", "varints"]

#: Fields of a document by their bits; what most postings have comes first, and takes one character.
FIELDS = ("words", "tags", "questions", "summary", "see", "lines", "title", "aliases", "id")
_BIT = {field: 1 << index for index, field in enumerate(FIELDS)}
_OFTEN = 1 << len(FIELDS)  # beside them: some field has the term more than once
#: Fields whose texts say which words stand beside which.
_ORDERED = _BIT["title"] | _BIT["aliases"] | _BIT["lines"] | _BIT["see"]
_HOLE = re.compile(r"<[^<>\s]*>")


class Postings(NamedTuple):
    """What the index holds of a document."""

    lengths: tuple[int, ...]
    """Distinct terms of each field."""
    names: tuple[int, ...]
    """Distinct terms of each alias."""
    terms: dict[str, str]
    """Of each term what the document has of it."""


def json_line(value: Any) -> str:
    """Return *value* as one line of JSON, as short as it can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def varint(number: int) -> str:
    """Return a number as characters of five bits each, the lowest first; a sixth bit says that there are more."""
    return _VARINTS[number] if number < _MADE else _varint(number)


def varints(numbers: Iterable[int]) -> str:
    """Return numbers one after the other."""
    return "".join(map(varint, numbers))


def _varint(number: int) -> str:
    made = []
    while True:
        number, low = divmod(number, 32)
        made.append(chr(_code(low + 32 if number else low)))
        if not number:
            return "".join(made)


def _code(value: int) -> int:
    """Return the character of six bits: from ``#`` on, without the backslash, which JSON would write as two."""
    return value + 35 if value < 57 else value + 36  # noqa: PLR2004 -- 35 + 57 is the backslash


_MADE = 4096
_VARINTS = [_varint(number) for number in range(_MADE)]


def postings(document: Mapping[str, Any]) -> Postings:
    """Return what the index holds of *document*: it depends on nothing else."""
    title = reads(document["title"])
    aliases = [reads(alias) for alias in document.get("aliases", ())]
    seen = [reads(text) for text in document.get("see", ())]
    lines = document.get("lines", ())
    fields = {
        "title": title,
        "aliases": _joined(aliases),
        "see": _joined(seen),
        # The holes of a template are no words of a log.
        "lines": reads(_HOLE.sub(" ", "\n".join(lines))) if lines else [],
        "id": reads(document["path"].replace("-", " ").replace("/", " ")),
        "summary": reads(document.get("summary", "")),
        "tags": reads("\n".join(document.get("tags", ()))),
        "questions": reads("\n".join(document.get("questions", ()))),
        "words": reads(document.get("words", "")),
    }
    masks, often, lengths = _counted(fields)
    of_aliases = [{*(term for word in words for term in word.terms), *meanings(words)} for words in aliases]
    places = _places((title, *aliases, *map(reads, lines), *seen))
    in_aliases = _BIT["aliases"]
    terms = {}
    for term, mask in masks.items():
        if not mask & _ORDERED and term not in often:
            terms[term] = _VARINTS[mask]
            continue
        numbers = [mask]
        if term in often:
            numbers = [mask | _OFTEN, *(often[term].get(index, 1) for index in _PARTS[mask])]
        if mask & in_aliases:
            numbers.append(sum([1 << index for index, alias in enumerate(of_aliases) if term in alias]))
        if mask & _ORDERED:
            at = places.get(term, ())
            numbers.append(len(at))
            numbers += at if len(at) < 2 else [place - before for before, place in zip((0, *at), at, strict=False)]  # noqa: PLR2004 -- one needs no difference
        terms[term] = "".join([_VARINTS[n] if n < _MADE else _varint(n) for n in numbers])
    return Postings(lengths, tuple(map(len, of_aliases)), terms)


#: Of each mask the fields that it names.
_PARTS = [[index for index in range(len(FIELDS)) if mask >> index & 1] for mask in range(_OFTEN)]


def _joined(texts: Iterable[Sequence[Read]]) -> list[Read]:
    return [word for text in texts for word in text]


def _counted(fields: Mapping[str, list[Read]]) -> tuple[dict[str, int], dict[str, dict[int, int]], tuple[int, ...]]:
    """Return of each term the fields that have it and how often, where more than once; and the fields' lengths."""
    masks: dict[str, int] = {}
    often: dict[str, dict[int, int]] = {}
    lengths = []
    for index, field in enumerate(FIELDS):
        words, bit = fields[field], 1 << index
        terms = [*chain.from_iterable([word.terms for word in words])]
        if field != "words":
            terms += meanings(words)
        distinct = set(terms)
        if masks:
            for term in distinct:
                masks[term] = masks.get(term, 0) | bit
        else:
            masks = dict.fromkeys(distinct, bit)
        if len(distinct) < len(terms):
            seen = set()
            for term in terms:
                if term in seen:
                    counts = often.setdefault(term, {})
                    counts[index] = counts.get(index, 1) + 1
                else:
                    seen.add(term)
        lengths.append(len(distinct))
    return masks, often, tuple(lengths)


def _places(texts: Iterable[Sequence[Read]]) -> dict[str, list[int]]:
    """Return where words stand, by their first term, in texts that follow each other with a gap between them."""
    places: dict[str, list[int]] = {}
    at = 0
    for words in texts:
        for word in words:
            if word.terms:
                places.setdefault(word.terms[0], []).append(at)
                at += 1
        at += 1
    return places
