"""Where any of many literals stands in a stretch of a log: by an automaton, or by a sieve before the literals.

Both find the same. An automaton looks at each byte. The sieve looks at every fourth: whatever is at least five bytes
long holds, wherever it stands, four bytes that begin at a multiple of four, or three of them. A table tells whether any
literal has such four; only where one does, literals are compared. Of the fours that a literal could be told by, the
sieve takes those that are rarest in the log itself. It is written in C (``_sieve.c``), and is there where the package
could be compiled or came so; where it is not, the automaton does its work.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ahocorasick_rs import BytesAhoCorasick, Implementation, MatchKind

from faultbook.signatures.matcher import ESCAPES

try:
    from faultbook.diagnosis import _sieve
except ImportError:
    _sieve = None

__all__ = ["SAMPLE", "SHORTEST", "Finder", "Found", "Hit", "by_automaton", "by_sieve", "without_escapes"]

Hit = tuple[int, int, int, int, tuple[int, ...]]
"""Start and end of a line, where the next one starts, how many line feeds there are between the hit before it, or the
stretch's start, and its start, and the literals that it holds."""
Found = tuple[list[Hit], int]
"""The lines of a stretch that hold a literal, and how many line feeds follow the last."""
Finder = Callable[[bytes], Found]

SHORTEST = 5
"""Bytes of the shortest literal that the sieve can find."""
SAMPLE = 1 << 18
"""Bytes of a log in which the sieve counts words."""
# The same in sieve.js and _sieve.c.
_WORD = 4  # bytes that are looked at together
_BITS = 18  # of a word's number: with more the table leaves the cache, with fewer it says yes too often
_FACTOR = 0x9E3779B1  # 2**32 over the golden ratio


def by_automaton(literals: Sequence[bytes]) -> Finder:
    """Return the function that needs nothing but the automaton; threads may call it at once.

    One automaton, leftmost and longest, finds the lines; literals may overlap, so another asks the lines for all.
    """
    first = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostLongest, implementation=Implementation.DFA)
    every = BytesAhoCorasick(literals)

    def find(stretch: bytes) -> Found:
        hits: list[Hit] = []
        after = 0
        for _, position, _ in first.find_matches_as_indexes(stretch):
            if position >= after:
                start = stretch.rfind(b"\n", after, position) + 1 or after
                end = stretch.find(b"\n", position)
                end, following = (len(stretch), len(stretch)) if end < 0 else (end, end + 1)
                held = {hit[0] for hit in every.find_matches_as_indexes(stretch[start:end], overlapping=True)}
                hits.append((start, end, following, stretch.count(b"\n", after, start), tuple(sorted(held))))
                after = following
        return hits, stretch.count(b"\n", after)

    return find


def by_sieve(literals: Sequence[bytes], log: bytes) -> Finder | None:
    """Return the function that has the sieve, for logs like *log*; ``None`` where it is not compiled.

    No literal may be shorter than ``SHORTEST`` or hold a line feed.
    """
    if _sieve is None:
        return None
    sample = memoryview(log)[: min(len(log), SAMPLE) // _WORD * _WORD]
    counts = Counter(sample.cast("I"))
    windows = []
    for group in _windows(literals):
        rarest = min(group, key=lambda window: sum(counts[word] for word in window.words))
        windows += [(_number(word), rarest.literal, rarest.offset) for word in sorted(rarest.words)]
    sieve = _sieve.make(list(literals), windows)
    return lambda stretch: _sieve.look(sieve, stretch)


class _Window(NamedTuple):
    """Four bytes of a literal that begin at a multiple of four, when it stands at one of four places."""

    literal: int
    offset: int
    """Where they begin, from the literal's start."""
    words: frozenset[int]
    """What they are; of a literal that is too short, three bytes and whatever stands beside them."""


def _windows(literals: Sequence[bytes]) -> Iterator[list[_Window]]:
    """Yield the windows of each literal, for each of the four places where it can stand: any of a group tells it."""
    for index, literal in enumerate(literals):
        if len(literal) < SHORTEST:
            raise ValueError(f"shorter than {SHORTEST} bytes: {literal!r}")
        for first in range(_WORD):
            offsets = range(first, len(literal) - _WORD + 1, _WORD)
            group = [_Window(index, at, frozenset({_word(literal[at : at + _WORD])})) for at in offsets]
            if not group and len(literal) - first == _WORD - 1:  # and whatever byte follows
                words = frozenset(_word(literal[first:] + bytes([byte])) for byte in range(256))
                group = [_Window(index, first, words)]
            elif not group:  # and whatever byte comes before
                words = frozenset(_word(bytes([byte]) + literal[: _WORD - 1]) for byte in range(256))
                group = [_Window(index, -1, words)]
            yield group


def _word(four: bytes) -> int:
    return int.from_bytes(four, sys.byteorder)


def _number(word: int) -> int:
    return (word * _FACTOR & 0xFFFFFFFF) >> (32 - _BITS)


def without_escapes(text: bytes, start: int, end: int) -> bytes:
    """Return *text* from *start* to *end* without what a terminal takes for colours and links."""
    if _sieve is not None:
        return _sieve.plain(text, start, end)
    stretch = text[start:end]
    return ESCAPES.sub(b"", stretch) if b"\x1b" in stretch else stretch
