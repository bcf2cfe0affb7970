"""Words of a text as the index holds them: the same terms that ``search-terms.js`` makes of it in the browser.

A small book's index is made by the browser from its documents; that of a large one is made here, and both must call a
word by the same term. Tests hold the two to each other.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from faultbook.pages.search_stems import stem
from faultbook.pages.search_words import SAME, STOP

__all__ = ["Read", "meanings", "read", "reads"]

_CHARACTER = "0-9A-Za-z\u00c0-\u1fff\u2c00-\uffdc\U00010000-\U0010ffff"
_WORD = re.compile(f"[{_CHARACTER}]+(?:_+[{_CHARACTER}]+)*")
_LONGEST = 40  # characters of a term; what is longer is no word
_INNER = (
    (re.compile(r"([a-z0-9])([A-Z])"), r"\1_\2"),
    (re.compile(r"([A-Z])([A-Z][a-z])"), r"\1_\2"),
    (re.compile(r"([A-Za-z]{3})([0-9])"), r"\1_\2"),
)


class Read(NamedTuple):
    """What is made of a word."""

    stems: tuple[str, ...]
    """Of its parts."""
    terms: tuple[str, ...]
    """What the index holds of it; the name as a whole comes first, where it has parts."""


def reads(text: str) -> list[Read]:
    """Return what is made of each word of *text*, in order."""
    return list(map(read, _WORD.findall(text)))


@functools.lru_cache(maxsize=200_000)
def read(word: str) -> Read:
    """Return what is made of one word; a text has few words many times."""
    parts = [word] if word.islower() and word.isascii() and word.isalpha() else _parts(word)
    stems = tuple(map(_stem, parts))
    terms = [
        stems[index] for index, part in enumerate(parts) if (len(part) > 1 or _is_number(part)) and part not in STOP
    ]
    if len(parts) > 1 and terms:
        terms.insert(0, _stem("".join(parts)))
    return Read(stems, tuple(term for term in terms if len(term) <= _LONGEST))


def meanings(words: Sequence[Read]) -> list[str]:
    """Return the terms of the lists of words that mean the same of which a text of these words has one."""
    stems = [stem for word in words for stem in word.stems]
    known = _by_first()
    if known.keys().isdisjoint(stems):
        return []
    found: dict[str, None] = {}
    for at, first in enumerate(stems):
        if first not in known:
            continue
        for phrase, term in known[first]:
            if tuple(stems[at : at + len(phrase)]) == phrase:
                found[term] = None
    return list(found)


@functools.cache
def _by_first() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the lists by the first stem of their phrases."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for phrases in SAME:
        for phrase in phrases:
            stems = tuple(stem for word in phrase.split() for stem in read(word).stems)
            found.setdefault(stems[0], []).append((stems, f"~{phrases[0]}"))
    return found


def _stem(part: str) -> str:
    return part if _is_number(part) else stem(part)


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdecimal()


def _parts(word: str) -> list[str]:
    """Return the parts of a name in lower case: ``DataLoader``, ``find_unused_parameters``, ``Xid79``; not ``fp16``."""
    if word.isascii():
        for pattern, apart in _INNER:
            word = pattern.sub(apart, word)
    else:
        word = _apart(word)
    return [part for part in word.lower().split("_") if part]


def _apart(word: str) -> str:
    """Return a word that is not all ASCII with its parts parted, by what Unicode says of its characters."""
    shape = "".join(_shape(character) for character in word)
    for pattern in (r"(?<=[a0])(?=A)", r"(?<=A)(?=Aa)", r"(?<=[aAx]{3})(?=0)"):
        places = [found.start() for found in re.finditer(pattern, shape)]
        for place in reversed(places):
            word, shape = f"{word[:place]}_{word[place:]}", f"{shape[:place]}_{shape[place:]}"
    return word


def _shape(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Ll", "Lu"}:
        return "a" if category == "Ll" else "A"
    return "x" if category[0] == "L" else "0" if category[0] == "N" else "_" if character == "_" else "-"
