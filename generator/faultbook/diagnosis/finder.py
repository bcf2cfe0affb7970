"""Where any of many literals stands in a stretch of a log: by Hyperscan where it is installed, else by an automaton.

Both find the same. Hyperscan (``pip install faultbook[fast]``, x86-64 only) is about three times as fast, since it
looks at many bytes in one instruction.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from ahocorasick_rs import BytesAhoCorasick, Implementation, MatchKind

try:
    import hyperscan
except ImportError:
    hyperscan = None

__all__ = ["Finder", "Hit", "by_automaton", "finder"]

Hit = tuple[int, int, int, tuple[int, ...]]
"""Start and end of a line, where the next one starts, and the literals that it holds."""
Finder = Callable[[bytes], list[Hit]]


def finder(literals: Sequence[bytes]) -> Finder:
    """Return a function that gives the lines of a stretch that hold a literal; threads may call it at once."""
    return by_automaton(literals) if hyperscan is None else _by_hyperscan(literals)


def by_automaton(literals: Sequence[bytes]) -> Finder:
    """Return the function that needs nothing but the automaton.

    One automaton, leftmost and longest, finds the lines; literals may overlap, so another asks the lines for all.
    """
    first = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostLongest, implementation=Implementation.DFA)
    every = BytesAhoCorasick(literals)

    def find(stretch: bytes) -> list[Hit]:
        hits: list[Hit] = []
        after = 0
        for _, position, _ in first.find_matches_as_indexes(stretch):
            if position >= after:
                start, end, after = _line_at(stretch, position, after)
                found = {hit[0] for hit in every.find_matches_as_indexes(stretch[start:end], overlapping=True)}
                hits.append((start, end, after, tuple(sorted(found))))
        return hits

    return find


def _by_hyperscan(literals: Sequence[bytes]) -> Finder:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    count = len(literals)
    database.compile(expressions=list(literals), ids=list(range(count)), flags=[0] * count, literal=True)
    own = threading.local()

    def find(stretch: bytes) -> list[Hit]:
        scratch: Any = getattr(own, "scratch", None)
        if scratch is None:
            scratch = own.scratch = hyperscan.Scratch(database)
        ends: list[tuple[int, int]] = []
        database.scan(
            stretch,
            match_event_handler=lambda literal, _start, end, _flags, _context: ends.append((end - 1, literal)),
            scratch=scratch,
        )
        hits: list[Hit] = []
        after, found = 0, {-1}
        line = (0, 0)
        for position, literal in ends:
            if position >= after:
                if hits or line[1]:
                    hits.append((*line, after, tuple(sorted(found))))
                start, end, after = _line_at(stretch, position, after)
                line, found = (start, end), set()
            found.add(literal)
        if line[1]:
            hits.append((*line, after, tuple(sorted(found))))
        return hits

    return find


def _line_at(stretch: bytes, position: int, least: int) -> tuple[int, int, int]:
    """Return start and end of the line at *position*, not before *least*, and where the next one starts."""
    start = stretch.rfind(b"\n", least, position) + 1 or least
    end = stretch.find(b"\n", position)
    return (start, len(stretch), len(stretch)) if end < 0 else (start, end, end + 1)
