"""Whether output is what a docstring says: doctest's ELLIPSIS, and floats to the decimals printed there.

Imports nothing but the standard library: the interpreter of a part loads this file to compare its ``>>>`` examples.
"""

from __future__ import annotations

import difflib
import doctest
import math
import re

__all__ = ["difference", "same"]

_CHECKER = doctest.OutputChecker()
# A number with a point or an exponent; whole numbers must agree exactly, since they count things.
_FLOAT = re.compile(r"(?<![\w.])[-+]?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)(?![\w.])")
_DIFFERENCE_LINES = 60


def same(expected: str, actual: str) -> bool:
    """Return whether *actual* is *expected*, where ``...`` stands for anything.

    White space at the end of a line does not count, and a tab is as wide as in a docstring. A float matches when it
    rounds to the one expected at the decimals printed there.
    """
    actual = "\n".join(line.rstrip().expandtabs() for line in actual.splitlines()) + "\n"
    expected = "\n".join(line.rstrip().expandtabs() for line in expected.splitlines()) + "\n"
    if _CHECKER.check_output(expected, actual, doctest.ELLIPSIS):
        return True
    return _FLOAT.search(expected) is not None and _floats_match(expected, actual)


def _floats_match(expected: str, actual: str) -> bool:
    """Match as doctest's ELLIPSIS does: the first and last pieces at the ends, each other at its first place."""
    first, *pieces = expected.split("...")
    place = _find(first, actual, 0, start=True, end=not pieces)
    for number, piece in enumerate(pieces, 1):
        if place is None:
            return False
        place = _find(piece, actual, place, start=False, end=number == len(pieces))
    return place is not None


def _find(piece: str, text: str, begin: int, *, start: bool, end: bool) -> int | None:
    """Return where the first match of *piece* from *begin* ends, or ``None``; *start* and *end* pin it to the ends."""
    wanted = _FLOAT.findall(piece)
    literals = [re.escape(literal) for literal in _FLOAT.split(piece)]
    # A float at the edge of a piece may have been cut by the dots, and is then compared as text that it is.
    pattern = re.compile(f"({_FLOAT.pattern})".join(literals) + (r"\Z" if end else ""))
    found = pattern.match(text, begin) if start else pattern.search(text, begin)
    while found is not None:
        if all(_agrees(*pair) for pair in zip(wanted, found.groups(), strict=True)):
            return found.end()
        found = None if start else pattern.search(text, found.start() + 1)
    return None


def _agrees(expected: str, actual: str) -> bool:
    mantissa, _, exponent = expected.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    step = 10.0 ** (int(exponent or 0) - decimals)
    # Half a step and the error of two doubles: 0.125 is 0.13 as much as 0.12.
    return math.isclose(float(expected), float(actual), rel_tol=1e-12, abs_tol=0.5 * step * (1 + 1e-9))


def difference(expected: str, actual: str) -> str:
    """Return a unified diff from *expected* to *actual*, cut where it grows long."""
    lines = list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "printed", lineterm=""))
    if len(lines) > _DIFFERENCE_LINES:
        lines = [*lines[:_DIFFERENCE_LINES], f"... {len(lines) - _DIFFERENCE_LINES} more lines"]
    return "\n".join(lines)
