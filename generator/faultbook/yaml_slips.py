"""Slips that keep YAML from reading a line: what to do about each, and the quotes that surely are missing."""

from __future__ import annotations

import re

from faultbook.place import Edit, Place

__all__ = ["error_hint", "quoting", "range_hint"]

_HINTS = (
    ("found character '\\t'", "indent with spaces; YAML takes no tabs"),
    ("mapping values are not allowed", "put text that holds ': ' in quotes, or start it with >- on a line of its own"),
    ("could not find expected ':'", "a line of a mapping is 'key: value'; long text needs >- or | after the key"),
    ("did not find expected key", "check the indentation of this line and of the one above"),
    ("while scanning a quoted scalar", "close the quotation mark"),
    ("found character that cannot start any token", "put text that begins with @, `, % or a tab in quotes"),
)
#: A version range without quotes, which YAML reads as a block of text, a tag, or nothing.
_BARE_RANGE = re.compile(r"(?<=: )\s*([<>!]=?\s*[0-9][\w.*+!]*(?:\s*,\s*[<>!=~]=?=?\s*[0-9][\w.*+!]*)*)")
#: A key and text with a colon in it, on one line, without quotes or comment.
_COLON_TEXT = re.compile(
    r"(?P<before>\s*(?:- )*(?P<key>[\w-]+): )(?P<text>[^\s\"'\[\]{}|>&*!%@`#,?:-](?:(?! #).)*: (?:(?! #).)*?)\s*"
)


def error_hint(sentence: str, line: str, place: Place) -> str | None:
    """Return what to do about the parser's *sentence* on *line*, at *place*."""
    if "\t" in line[: place.column]:
        return "indent with spaces; YAML takes no tabs"
    return range_hint(line) or next((hint for said, hint in _HINTS if said in sentence), None)


def range_hint(line: str) -> str | None:
    """Return the hint to quote the version range that stands bare in *line*, if one does."""
    found = _BARE_RANGE.search(line)
    return f'write it in quotes: "{found[1]}"' if found else None


def quoting(place: Place, line: str, after: str, sentence: str) -> Edit | None:
    """Return the edit that puts quotes round what YAML cannot read on *line* as it stands, if that is it.

    *after* is the next line, *sentence* the parser's words at *place*.
    """
    if found := _BARE_RANGE.search(line):
        start, old, quoted = found.start(1), found[1], f'"{found[1]}"'
    elif "mapping values are not allowed" in sentence and (text := _COLON_TEXT.fullmatch(line)):
        # On one line, without a comment: what is longer or has one could end elsewhere.
        if after.strip() and len(after) - len(after.lstrip()) > text.start("key"):
            return None
        start, old = text.start("text"), text["text"]
        quoted = f'"{old}"' if not re.search(r'["\\]', old) else "'" + old.replace("'", "''") + "'"
    else:
        return None
    return Edit(Place(place.path, place.line, start + 1, start + 1 + len(old)), old, quoted)
