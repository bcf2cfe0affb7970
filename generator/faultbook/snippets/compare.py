"""Whether output is what a docstring says: the standard library's doctest with ELLIPSIS, floats as printed."""

from __future__ import annotations

import difflib
import doctest
import re

__all__ = ["difference", "same"]

_CHECKER = doctest.OutputChecker()
# A decimal number with a point; whole numbers must agree exactly, since they count things.
_FLOAT = re.compile(r"(?<![\w.])[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?(?![\w.])")
_DIFFERENCE_LINES = 60


def same(expected: str, actual: str) -> bool:
    """Return whether *actual* is *expected*, where ``...`` stands for anything.

    A float matches when it rounds to the one expected at the decimals printed there.
    """
    actual = "\n".join(line.rstrip() for line in actual.splitlines()) + "\n"
    expected = "\n".join(line.rstrip() for line in expected.splitlines()) + "\n"
    if _CHECKER.check_output(expected, actual, doctest.ELLIPSIS):
        return True
    return _FLOAT.search(expected) is not None and _CHECKER.check_output(
        expected, _rounded(expected, actual), doctest.ELLIPSIS
    )


def _rounded(expected: str, actual: str) -> str:
    """Return *actual* with each float that agrees with an expected one replaced by it."""
    wanted = _FLOAT.findall(expected)

    def replace(found: re.Match[str]) -> str:
        return next((text for text in wanted if _agrees(text, found[0])), found[0])

    return _FLOAT.sub(replace, actual)


def _agrees(expected: str, actual: str) -> bool:
    mantissa, _, exponent = expected.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    step = 10.0 ** (int(exponent or 0) - decimals)
    return abs(float(expected) - float(actual)) <= 0.5 * step * (1 + 1e-9)


def difference(expected: str, actual: str) -> str:
    """Return a unified diff from *expected* to *actual*, cut where it grows long."""
    lines = list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "printed", lineterm=""))
    if len(lines) > _DIFFERENCE_LINES:
        lines = [*lines[:_DIFFERENCE_LINES], f"... {len(lines) - _DIFFERENCE_LINES} more lines"]
    return "\n".join(lines)
