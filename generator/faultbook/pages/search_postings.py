"""An index of documents cut into files, of which a browser reads those that a query's words are in.

Numbers are written as characters, five bits each, so that a file is JSON, compresses well, and is read by one loop.
``search-postings.js`` reads what is written here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from faultbook.pages.search_terms import meanings, reads

__all__ = ["FIELDS", "index_files", "json_line", "named", "varint"]

#: Fields of a document by their bits; what most postings have comes first, and takes one character.
FIELDS = ("words", "tags", "questions", "summary", "see", "lines", "title", "aliases", "id")
_BIT = {field: 1 << index for index, field in enumerate(FIELDS)}
_OFTEN = 1 << len(FIELDS)  # beside them: some field has the term more than once
#: Fields whose texts say which words stand beside which.
_ORDERED = _BIT["title"] | _BIT["aliases"] | _BIT["lines"] | _BIT["see"]
_HOLE = re.compile(r"<[^<>\s]*>")
#: What a result shows; the rest of a document is only in the index.
_SHOWN = ("kind", "path", "title", "summary", "aliases", "see", "lines", "area", "severity", "questions")
_EACH = 8  # documents of a file
_SHARD = 10_000  # characters of a file of terms, where none is longer


class _Document(NamedTuple):
    lengths: tuple[int, ...]
    """Distinct terms of each field."""
    names: tuple[int, ...]
    """Distinct terms of each alias."""
    postings: dict[str, str]
    """Of each term what the document has of it."""


def index_files(documents: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the first file says of the index, and the other files by their paths in the site."""
    found = [_read(document) for document in documents]
    shards, firsts, counts = _shards(found)
    shown = [{name: document[name] for name in _SHOWN if document.get(name)} for document in documents]
    pieces = [json_line(shown[at : at + _EACH]) for at in range(0, len(shown), _EACH)]
    files: dict[str, str] = {}
    head = {
        "documents": len(documents),
        "kinds": _runs(document["kind"] for document in documents),
        "average": _averages(found),
        "lengths": ["".join(varint(document.lengths[field]) for document in found) for field in range(len(FIELDS))],
        "names": "".join(map(varint, (n for document in found for n in (len(document.names), *document.names)))),
        "each": _EACH,
        "terms": firsts,
        "term_files": named("t", shards, files),
        "document_files": named("d", pieces, files),
        "word_files": named("w", [_vocabulary(counts)], files),
    }
    return head, files


def named(kind: str, texts: Iterable[str], files: dict[str, str]) -> str:
    """Put *texts* into *files* by names that hold their digests, and return the digests, six characters each.

    A browser may keep such a file for ever; of another build it finds none, instead of one that fits nothing it has.
    """
    digests = []
    for number, text in enumerate(texts):
        digest = hashlib.sha256(text.encode()).hexdigest()[:6]
        files[f"search/{kind}{number}.{digest}.json"] = text
        digests.append(digest)
    return "".join(digests)


def json_line(value: Any) -> str:
    """Return *value* as one line of JSON, as short as it can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def varint(number: int) -> str:
    """Return a number as characters of five bits each, the lowest first; a sixth bit says that there are more."""
    return _VARINTS[number] if number < _MADE else _varint(number)


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


def _text(document: Mapping[str, Any], field: str) -> str:
    if field == "id":
        return str(document["path"]).replace("-", " ").replace("/", " ")
    value = document.get(field, "")
    text = value if isinstance(value, str) else "\n".join(value)
    # The holes of a template are no words of a log.
    return _HOLE.sub(" ", text) if field == "lines" else text


def _counted(document: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, dict[int, int]], tuple[int, ...]]:
    """Return of each term the fields that have it and how often, where more than once; and the fields' lengths."""
    masks: dict[str, int] = {}
    often: dict[str, dict[int, int]] = {}
    lengths = []
    for index, field in enumerate(FIELDS):
        text = _text(document, field)
        words = reads(text) if text else []
        terms = [term for word in words for term in word.terms]
        if field != "words":
            terms += meanings(words)
        distinct = set(terms)
        for term in distinct:
            masks[term] = masks.get(term, 0) | 1 << index
        if len(distinct) < len(terms):
            for term in distinct:
                if (count := terms.count(term)) > 1:
                    often.setdefault(term, {})[index] = count
        lengths.append(len(distinct))
    return masks, often, tuple(lengths)


def _read(document: Mapping[str, Any]) -> _Document:
    masks, often, lengths = _counted(document)
    aliases = [_terms(alias) for alias in document.get("aliases", ())]
    places = _places(document)
    postings = {}
    for term, mask in masks.items():
        numbers = [mask]
        if term in often:
            numbers = [mask | _OFTEN]
            numbers += [often[term].get(index, 1) for index in range(len(FIELDS)) if mask >> index & 1]
        if mask & _BIT["aliases"]:
            numbers.append(sum(1 << index for index, alias in enumerate(aliases) if term in alias))
        if mask & _ORDERED:
            at = places.get(term, ())
            numbers.append(len(at))
            numbers += [place - before for before, place in zip((0, *at), at, strict=False)]
        postings[term] = _VARINTS[mask] if len(numbers) == 1 else "".join(map(varint, numbers))
    return _Document(lengths, tuple(map(len, aliases)), postings)


def _terms(text: str) -> set[str]:
    words = reads(text)
    return {*(term for word in words for term in word.terms), *meanings(words)}


def _places(document: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return where words stand, by their first term, in texts that follow each other with a gap between them."""
    places: dict[str, list[int]] = {}
    at = 0
    for text in (document["title"], *(text for name in ("aliases", "lines", "see") for text in document.get(name, ()))):
        for word in reads(text):
            if word.terms:
                places.setdefault(word.terms[0], []).append(at)
                at += 1
        at += 1
    return places


def _shards(found: Sequence[_Document]) -> tuple[list[str], list[str], dict[str, int]]:
    """Return the files of postings, the first term of each, and how many documents have a term."""
    lists: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    last: dict[str, int] = {}
    for number, document in enumerate(found):
        for term, posting in document.postings.items():
            if term in lists:
                lists[term].append(varint(number - last[term]) + posting)
                counts[term] += 1
            else:
                lists[term] = [varint(number) + posting]
                counts[term] = 1
            last[term] = number
    shards: list[str] = []
    firsts: list[str] = []
    held: dict[str, str] = {}
    size = 0
    ordered = sorted(lists, key=_order)
    for term in ordered:
        text = "".join(lists[term])
        if held and size + len(text) > _SHARD:
            shards.append(json_line(held))
            held, size = {}, 0
        if not held:
            firsts.append(term)
        held[term] = text
        size += len(text) + len(term) + 6
    shards.append(json_line(held))
    return shards, firsts, {term: counts[term] for term in ordered}


def _order(term: str) -> bytes:
    """Return by what JavaScript orders texts."""
    return term.encode("utf-16-be", "surrogatepass")


def _vocabulary(counts: Mapping[str, int]) -> str:
    """Return every term in order, each without what it shares with the one before, and how many documents have it."""
    before, terms = "", []
    for term in counts:
        shared = 0
        for one, other in zip(before, term, strict=False):
            if one != other:
                break
            shared += 1
        terms.append(varint(shared) + term[shared:])
        before = term
    return json_line({"terms": "\n".join(terms), "counts": "".join(map(varint, counts.values()))})


def _averages(found: Sequence[_Document]) -> list[float]:
    """Return the average length of each field as MiniSearch has it: a document without the field counts as average."""
    averages = [0.0] * len(FIELDS)
    for before, document in enumerate(found):
        for field, length in enumerate(document.lengths):
            if length:
                averages[field] = (averages[field] * before + length) / (before + 1)
    return averages


def _runs(kinds: Iterable[str]) -> list[list[Any]]:
    """Return how many documents of one kind follow each other."""
    runs: list[list[Any]] = []
    for kind in kinds:
        if runs and runs[-1][0] == kind:
            runs[-1][1] += 1
        else:
            runs.append([kind, 1])
    return runs
