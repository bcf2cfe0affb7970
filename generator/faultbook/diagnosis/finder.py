"""Where any of many literals stands in a stretch of a log: by an automaton, or by a sieve before the literals.

Both find the same. An automaton looks at each byte. The sieve looks at every fourth: whatever is at least five bytes
long holds, wherever it stands, four bytes that begin at a multiple of four, or three of them. A table tells whether any
literal has such four; only where one does, literals are compared. Of the fours that a literal could be told by, the
sieve takes those that are rarest in the log itself. It is written in C (``_sieve.c``), and is there where the package
could be compiled or came so; where it is not, the automaton does its work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ahocorasick_rs import BytesAhoCorasick, Implementation, MatchKind

from faultbook.signatures.matcher import ESCAPES

try:
    from faultbook.diagnosis import _sieve
except ImportError:
    _sieve = None

__all__ = ["SAMPLE", "SHORTEST", "Bytes", "Finder", "Found", "Hit", "by_automaton", "by_sieve"]

Hit = tuple[int, int, int, int, tuple[int, ...]]
"""Start and end of a line, where the next one starts, how many line feeds there are between the hit before it, or the
stretch's start, and its start, and the literals that it holds."""
Bytes = bytes | bytearray
Found = tuple[Bytes, list[Hit], int]
"""A stretch without what a terminal takes for colours and links, its lines that hold a literal, and how many line feeds
follow the last."""
Finder = Callable[[bytes, int, int], Found]
"""Looks through the stretch of some bytes that begins and ends where the numbers say."""

SHORTEST = 5
"""Bytes of the shortest literal that the sieve can find."""
SAMPLE = 1 << 18
"""Bytes of a log in which it is enough that the sieve counts words."""


def by_automaton(literals: Sequence[bytes]) -> Finder:
    """Return the function that needs nothing but the automaton; threads may call it at once.

    One automaton, leftmost and longest, finds the lines; literals may overlap, so another asks the lines for all.
    """
    first = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostLongest, implementation=Implementation.DFA)
    every = BytesAhoCorasick(literals)

    def find(text: bytes, start: int, end: int) -> Found:
        stretch = text[start:end]
        if b"\x1b" in stretch:
            stretch = ESCAPES.sub(b"", stretch)
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
        return stretch, hits, stretch.count(b"\n", after)

    return find


def by_sieve(literals: Sequence[bytes], log: bytes) -> Finder | None:
    """Return the function that has the sieve, for logs like *log*; ``None`` where it is not compiled.

    No literal may be shorter than ``SHORTEST`` or hold a line feed.
    """
    if _sieve is None:
        return None
    sieve = _sieve.make(list(literals), log)
    return lambda text, start, end: _sieve.look(sieve, text, start, end)
