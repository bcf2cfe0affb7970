"""Versions: what an entry says of releases can be read as releases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from faultbook.book import Book
from faultbook.document import KeyPath
from faultbook.entry import Entry
from faultbook.place import Problem
from faultbook.rules.prose import is_placeholder
from faultbook.rules.rule import Reach, Rule

__all__ = ["RULES"]

_RELEASE = r"v?([0-9]+(?:\.[0-9]+)*\S*?)"
_OR_LATER = re.compile(rf"{_RELEASE}\s*(?:\+|and later|and newer|or later|or newer|onwards)")
_OR_EARLIER = re.compile(rf"{_RELEASE}\s*(?:and earlier|and older|or earlier|or older)")
_TO = re.compile(rf"{_RELEASE}\s*(?:-|\N{{EN DASH}}|to)\s*{_RELEASE}")
_BOUNDS = re.compile(r"\s*(?:[<>]=?|[=!~]=)\s*[0-9][^\s,<>=!~]*")
_AS_A_RANGE = "write it like \">=1.2,<2\"; what it cannot say goes into 'note'"


def versions(book: Book) -> Iterator[Problem]:
    """Versions are ranges and releases as PEP 440 writes them.

    **Why**: a reader compares them with what is installed, and so does a program; "recent ones" compares with nothing.

    **Wrong**: `versions: "1.2+"`, `fixed_in: soon`

    **Right**: `versions: ">=1.2,<2"`, `fixed_in: "2.0.1"`; what a range cannot say goes into `note`.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for keys, text in _ranges(entry):
            if not is_placeholder(text) and not _is_range(text):
                meant = _range_meant(text)
                sentence = f"'{text}' is no version range"
                yield document.problem("versions", keys, sentence, meant or _AS_A_RANGE, meant)
        for keys, text in _releases(entry):
            if not is_placeholder(text) and not _is_release(text):
                sentence = f"'{text}' is no version"
                hint = 'write the release\'s number in quotes, like "2.0.1", or leave the key out'
                yield document.problem("versions", keys, sentence, hint)


def _ranges(entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    for index, item in enumerate(entry.affects):
        if item.versions is not None:
            yield ("affects", index, "versions"), item.versions


def _releases(entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    for index, item in enumerate(entry.affects):
        if item.fixed_in is not None:
            yield ("affects", index, "fixed_in"), item.fixed_in
    for name, signature in entry.signatures.items():
        for index, sample in enumerate(signature.samples):
            if sample.origin.version is not None:
                yield ("signatures", name, "samples", index, "origin", "version"), sample.origin.version


def _is_range(text: str) -> bool:
    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        return False
    return True


def _is_release(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _range_meant(text: str) -> str | None:
    """Return the range that *text* means, in quotes."""
    meant = ""
    if _is_release(text):
        meant = f"=={text}"
    elif found := _OR_LATER.fullmatch(text):
        meant = f">={found[1]}"
    elif found := _OR_EARLIER.fullmatch(text):
        meant = f"<={found[1]}"
    elif found := _TO.fullmatch(text):
        meant = f">={found[1]},<={found[2]}"
    elif "".join(bounds := _BOUNDS.findall(text)) == text:
        meant = ",".join("".join(bound.split()) for bound in bounds)
    return f'"{meant}"' if meant and _is_range(meant) else None


RULES = (Rule("versions", versions, Reach.ENTRY),)
