"""The layout of an entry's file: order of keys, ends of lines, end of the file. Nothing here changes a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from faultbook.document import Document, Key, KeyPath, read_document
from faultbook.schema import known_keys, modelled

__all__ = ["ends_badly", "laid_out", "misplaced", "stray_spaces"]

_BLANK = " \t\r\n"
_ENDS = (" \n", "\t\n", " \r\n", "\t\r\n")
_SPACES = re.compile(r"[ \t]+(?=\r?\n|\Z)")


def stray_spaces(document: Document) -> list[tuple[int, int, int]]:
    """Return line, column and length of white space at ends of lines that belongs to no text."""
    if not any(end in document.text for end in _ENDS) and not document.text.endswith((" ", "\t")):
        return []  # a search for each space of a text is slow
    found = [(match.start(), match.end()) for match in _SPACES.finditer(document.text)]
    without = _SPACES.sub("", document.text)
    if not _same(document, without):  # some of it is text: one by one
        found = [(start, end) for start, end in found if _same(document, document.text[:start] + document.text[end:])]
    places = [(document.place_at(start), end - start) for start, end in found]
    return [(place.line, place.column, length) for place, length in places]


def ends_badly(document: Document) -> bool:
    """Return whether the file does not end with exactly one line feed, and could without a change of its values."""
    ended = _ended(document.text)
    return ended != document.text and _same(document, ended)


def _ended(text: str) -> str:
    return text.rstrip(_BLANK) + ("\r\n" if "\r\n" in text else "\n")


def misplaced(document: Document) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield each mapping whose keys are not in the model's order: its path, a key, and the key that it belongs before.

    A mapping of names that the author chose has no order.
    """
    for keys, value, known in modelled(document.values):
        names = [name for name in value if name in known]
        if names == [name for name in known if name in value]:
            continue
        order = {name: index for index, name in enumerate(known)}
        for name, following in zip(names[1:], names, strict=False):
            if order[name] < order[following]:
                first = next(other for other in names if order[other] > order[name])
                yield keys, name, first
                break


def laid_out(document: Document) -> Document:
    """Return the document with its keys in order and no stray white space; what cannot be moved safely stays."""
    left: set[KeyPath] = set()
    while (keys := next((keys for keys, *_ in misplaced(document) if keys not in left), None)) is not None:
        moved = _in_order(document, keys)
        if moved is None:
            left.add(keys)
        else:
            document = moved
    for line, column, length in reversed(stray_spaces(document)):
        start = document.offset(line) + column - 1
        document = read_document((document.text[:start] + document.text[start + length :]).encode(), document.path)
    if ends_badly(document):
        document = read_document(_ended(document.text).encode(), document.path)
    return document


def _same(document: Document, text: str) -> bool:
    """Return whether *text* holds the values of *document*, written in the same way."""
    other = read_document(text.encode(), document.path)
    if (other.values, other.problems == ()) != (document.values, document.problems == ()):
        return False
    return other.bare == document.bare


def _in_order(document: Document, keys: KeyPath) -> Document | None:
    """Return the document with the keys of the mapping at *keys* in order, or ``None`` if that is not sure.

    Each key moves with its lines and with the comment above it; the comment above the file's first key stays.
    """
    mapping: Any = document.values
    for key in keys:
        mapping = mapping[key]
    places = [document.key_place(*keys, name) for name in mapping]
    if len({place.line for place in places}) < len(places) or len({place.column for place in places}) > 1:
        return None  # on one line, between braces
    lines = document.text.splitlines(keepends=True)
    if any("\n" not in line for line in lines):
        lines[-1] += "\n"
    indent = places[0].column - 1
    starts = [places[0].line - 1, *(_with_comment(lines, place.line - 1, indent) for place in places[1:])]
    end = _end_of(document, keys, places[-1].line, lines, indent)
    segments = [lines[start:stop] for start, stop in zip(starts, [*starts[1:], end], strict=True)]
    prefix = segments[0][0][:indent]
    segments[0][0] = " " * indent + segments[0][0][indent:]
    order = {name: index for index, name in enumerate(known_keys(keys))}
    names = list(mapping)
    # A key that the model lacks stays behind the one that it follows.
    ranks: list[tuple[int, int]] = []
    for position, name in enumerate(names):
        ranks.append((order.get(name, ranks[-1][0] if ranks else -1), position))
    ordered = [segments[position] for _, position in sorted(ranks)]
    at = next(index for index, line in enumerate(ordered[0]) if not line.lstrip().startswith("#"))
    ordered[0] = [*ordered[0]]
    ordered[0][at] = prefix + ordered[0][at][indent:]
    text = "".join([*lines[: starts[0]], *(line for segment in ordered for line in segment), *lines[end:]])
    return read_document(text.encode(), document.path) if _same(document, text) and text != document.text else None


def _with_comment(lines: list[str], at: int, indent: int) -> int:
    """Return the index of the first of the comment lines right above line *at*, as far in as it is."""
    while at > 0 and lines[at - 1].startswith(" " * indent + "#"):
        at -= 1
    return at


def _end_of(document: Document, keys: KeyPath, last: int, lines: list[str], indent: int) -> int:
    """Return the index of the line behind the mapping at *keys*, whose last key stands on line *last*."""

    def within(path: tuple[Key, ...]) -> bool:
        return path[: len(keys)] == keys

    places = [*document.key_places.items(), *document.value_places.items()]
    after = [place.line for path, place in places if not within(path) and place.line > last]
    if not after:
        return len(lines)
    end = min(after) - 1
    while end > last and lines[end - 1].lstrip().startswith("#") and not lines[end - 1].startswith(" " * (indent + 1)):
        end -= 1
    return end
