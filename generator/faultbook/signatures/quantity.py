"""Quantities that holes capture, and comparisons between them: sizes in bytes, durations in seconds, numbers, words."""

from __future__ import annotations

import dataclasses
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from faultbook.place import did_you_mean
from faultbook.vocabulary import HoleKind

__all__ = ["Comparison", "WhereError", "parse_where", "read_quantity"]

_BINARY = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SECONDS = {
    "ns": 1e-9, "nanosecond": 1e-9, "us": 1e-6, "microsecond": 1e-6, "ms": 1e-3, "millisecond": 1e-3,
    "s": 1.0, "sec": 1.0, "second": 1.0, "m": 60.0, "min": 60.0, "minute": 60.0,
    "h": 3600.0, "hr": 3600.0, "hour": 3600.0, "d": 86400.0, "day": 86400.0,
}  # fmt: skip
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "in": lambda left, right: left in right,
}  # fmt: skip
_WHERE = re.compile(r"\s*([A-Za-z_]\w*)\s*(<=|>=|==|!=|<|>|\bin\b)\s*(.+?)\s*$")
_QUANTITY = re.compile(r"([-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z]*)")
_WORDS = {HoleKind.WORD, HoleKind.PATH}
_NUMBERS = {HoleKind.INT, HoleKind.FLOAT, HoleKind.HEX}

Value = float | str


class WhereError(ValueError):
    """What is wrong with a comparison."""

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.hint = sentence, hint


def read_quantity(text: str, kind: HoleKind) -> Value:
    """Return what *text* says: bytes, seconds, a number, or the word itself.

    kB is 1,000 bytes where it is written so, as Linux's and Python's own tools do; KB, MB and GB count in powers
    of 1,024 like KiB, MiB and GiB, as PyTorch and NVIDIA's tools print them.

    Raises:
        ValueError: when *text* is no quantity of this kind.

    """
    if kind in _WORDS:
        return text
    if kind is HoleKind.HEX:
        return float(int(text, 16))
    if kind in _NUMBERS:
        return float(text)
    match = _QUANTITY.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    number, unit = float(match[1]), match[2]
    factor = _bytes_of(unit) if kind is HoleKind.SIZE else _SECONDS.get(unit.lower().removesuffix("s") or unit.lower())
    if unit.lower() in _SECONDS and kind is HoleKind.DURATION:
        factor = _SECONDS[unit.lower()]
    if factor is None:
        raise ValueError(text)
    return number * factor


def _bytes_of(unit: str) -> float | None:
    if unit == "kB":
        return 1000.0
    if unit.lower() in {"b", "byte", "bytes"}:
        return 1.0
    power = _BINARY.get(unit[:1].lower())
    return float(1024**power) if power and unit[1:] in {"", "B", "iB"} else None


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """A condition on captured quantities: *left* is a capture, the right side a capture or constants."""

    text: str
    left: str
    op: str
    right_name: str | None
    right_values: tuple[Value, ...]

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Return whether the condition holds for *values*, the captured quantities by name."""
        left = values[self.left]
        if self.op == "in":
            return left in self.right_values
        right = values[self.right_name] if self.right_name is not None else self.right_values[0]
        return bool(_OPERATORS[self.op](left, right))


def parse_where(text: str, kinds: Mapping[str, HoleKind]) -> Comparison:
    """Return the comparison that *text* writes; *kinds* are those of the captures by name.

    Raises:
        WhereError: when it is no comparison, or compares unlike things.

    """
    match = _WHERE.match(text)
    if match is None:
        raise WhereError(f"'{text}' is no comparison", "write 'capture op value', op one of < <= > >= == != in")
    left, op, right = match.groups()
    if left not in kinds:
        raise WhereError(f"'{left}' is captured by no line", did_you_mean(left, kinds))
    kind = kinds[left]
    if right in kinds:
        if _family(kinds[right]) != _family(kind):
            raise WhereError(f"'{left}' is a {kind} and '{right}' a {kinds[right]}; they cannot be compared")
        return Comparison(text, left, op, right, ())
    if kind in _WORDS and op not in {"==", "!=", "in"}:
        raise WhereError(f"'{left}' is a {kind}; it can only be compared by ==, != or in")
    if op == "in":
        if not (right.startswith("[") and right.endswith("]")):
            raise WhereError(f"'{right}' is no list", "write 'capture in [a, b]'")
        items = [item.strip().strip("'\"") for item in right[1:-1].split(",")]
    else:
        items = [right.strip("'\"")]
    return Comparison(text, left, op, None, tuple(_constant(item, kind, left, kinds) for item in items))


def _constant(text: str, kind: HoleKind, left: str, kinds: Mapping[str, HoleKind]) -> Value:
    try:
        return read_quantity(text, kind)
    except ValueError:
        hint = did_you_mean(text, kinds) or {
            HoleKind.SIZE: "write a size with its unit: 512 MiB",
            HoleKind.DURATION: "write a duration with its unit: 600000 ms",
        }.get(kind, "write a number")
        raise WhereError(f"'{text}' is neither a capture nor a {kind} to compare '{left}' with", hint) from None


def _family(kind: HoleKind) -> str:
    return "number" if kind in _NUMBERS else "word" if kind in _WORDS else kind.value
