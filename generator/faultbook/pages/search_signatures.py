"""Signatures cut into files, of which a browser reads those whose text stands in what was pasted.

Of each line template a few bytes tell that it may be there: six that a log must hold to match it, and that few other
templates have. The first file has a hash of them; whatever of a pasted text has such a hash leads to the file of the
signatures with that template. So every signature of which any line matches is read, and the engine answers as it
would with all.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from faultbook.pages.search_postings import json_line, named, varint

__all__ = ["signature_files"]

_GRAM = 6  # bytes
_BITS = 26  # of a hash
_FILE = 24_000  # characters


def signature_files(content: Mapping[str, Any], numbers: Mapping[str, int]) -> tuple[str, dict[str, str]]:
    """Return the digest of the first file, and the files by their paths in the site.

    *content* is that of ``signatures.json``; *numbers* are those of the documents by the slugs of entries.
    """
    templates = {line["text"]: line["literals"] for one in content["signatures"] for line in one["lines"]}
    keys = _keys(templates)
    owners: dict[int, list[dict[str, Any]]] = {}
    for signature in content["signatures"]:
        for key in {keys[line["text"]] for line in signature["lines"]}:
            owners.setdefault(key, []).append(signature)
    led = _led(content["entries"])
    texts, sizes = [], []
    held: list[dict[str, Any]] = []
    count = size = 0
    for key in sorted(owners):
        if held and size > _FILE:
            texts.append(_file(held, content["entries"], led, numbers))
            sizes.append(count)
            held, count, size = [], 0, 0
        held += owners[key]
        count += 1
        size += sum(len(json.dumps(signature)) for signature in owners[key])
    texts.append(_file(held, content["entries"], led, numbers))
    sizes.append(count)
    files: dict[str, str] = {}
    head = {
        "format": content["format"],
        "engine": content["engine"],
        "gram": _GRAM,
        "bits": _BITS,
        "keys": "".join(varint(key - before) for before, key in pairwise((0, *sorted(owners)))),
        "sizes": "".join(map(varint, sizes)),
        "files": named("s", texts, files),
    }
    return named("g", [json_line(head)], files), files


def _keys(templates: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return by which hash each template is known: that of the six bytes that fewest templates have."""
    grams = {text: tuple(dict.fromkeys(_grams(literals))) for text, literals in templates.items()}
    counts = Counter(gram for own in grams.values() for gram in own)
    return {text: _hash(min(own, key=counts.__getitem__)) for text, own in grams.items()}


def _grams(literals: Iterable[str]) -> Iterable[bytes]:
    for literal in literals:
        text = literal.encode()
        for at in range(len(text) - _GRAM + 1):
            yield text[at : at + _GRAM]


def _hash(gram: bytes) -> int:
    """Return the hash of Fowler, Noll and Vo, of which the upper bits are kept."""
    found = 0x811C9DC5
    for byte in gram:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found >> 32 - _BITS


def _file(
    signatures: Iterable[dict[str, Any]],
    entries: Mapping[str, Mapping[str, Any]],
    led: Mapping[str, list[str]],
    numbers: Mapping[str, int],
) -> str:
    known = {}
    once = {(one["entry"], one["name"]): one for one in signatures}
    for id_ in sorted({one["entry"] for one in once.values()} & entries.keys()):
        about = entries[id_]
        known[id_] = {
            "slug": about["slug"],
            "document": numbers[about["slug"]],
            "causes": led[id_],
            "confused_with": about["confused_with"],
        }
    return json_line({"signatures": list(once.values()), "entries": known})


def _led(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return all that each entry leads to, also by way of others, which the browser may not have read."""
    led = {}
    for id_, about in entries.items():
        found: set[str] = set()
        ahead = list(about["causes"])
        while ahead:
            effect = ahead.pop()
            if effect not in found and effect in entries:
                found.add(effect)
                ahead += entries[effect]["causes"]
        led[id_] = sorted(found)
    return led
