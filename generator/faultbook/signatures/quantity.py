"""Quantities that holes capture, and comparisons between them: sizes in bytes, durations in seconds, numbers, words."""

from __future__ import annotations

import dataclasses
import functools
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from faultbook.place import did_you_mean
from faultbook.vocabulary import HoleKind

__all__ = ["OPERATORS", "Comparison", "WhereError", "parse_where", "read_quantity"]

_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
#: What one unit is worth, as a factor and a divisor: 600043 / 1000 is the number that '600.043' reads as, and
#: 600043 * 0.001 need not be.
_SECONDS = {
    "ns": (1, 1_000_000_000), "nanosecond": (1, 1_000_000_000), "us": (1, 1_000_000), "microsecond": (1, 1_000_000),
    "ms": (1, 1000), "millisecond": (1, 1000), "s": (1, 1), "sec": (1, 1), "second": (1, 1),
    "m": (60, 1), "min": (60, 1), "minute": (60, 1), "h": (3600, 1), "hr": (3600, 1), "hour": (3600, 1),
    "d": (86400, 1), "day": (86400, 1),
}  # fmt: skip
_NO_PLURAL = frozenset({"ns", "us", "ms", "s", "m", "h", "d"})
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "in": lambda left, right: left in right,
}  # fmt: skip
OPERATORS = tuple(_COMPARE)
_MEANT = {"=": "==", "===": "==", "is": "==", "=>": ">=", "=<": "<=", "<>": "!=", "not": "!="}
_WHERE = re.compile(
    r"\s*([A-Za-z_][A-Za-z0-9_]*)\b\s*(?:-\s*([A-Za-z_][A-Za-z0-9_]*)\b\s*)?([<>=!~&|]+|[A-Za-z]+(?=[\s\[]))\s*(.*?)\s*$"
)
_QUANTITY = re.compile(r"([-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z]*)")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|nan|inf)", re.IGNORECASE)
_HEX = re.compile(r"(?:0x)?[0-9a-f]+", re.IGNORECASE)
_WORDS = {HoleKind.WORD, HoleKind.PATH}
_NUMBERS = {HoleKind.INT, HoleKind.FLOAT, HoleKind.HEX}

Value = float | str


class WhereError(ValueError):
    """What is wrong with a comparison."""

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.hint = sentence, hint


@functools.lru_cache(maxsize=4096)  # a log repeats its numbers, and chains of matches ask for them again
def read_quantity(text: str, kind: HoleKind) -> Value:
    """Return what *text* says: bytes, seconds, a number, or the word itself.

    kB, KB, MB and GB count in powers of 1,024 like KiB, MiB and GiB. Linux prints kB for 1,024 bytes (``K(x)`` in
    ``mm/oom_kill.c``; proc(5)), and PyTorch's, DeepSpeed's and NVIDIA's tools divide by powers of 1,024 too.

    Raises:
        ValueError: when *text* is no quantity of this kind.

    """
    if kind in _WORDS:
        return text
    if kind in _NUMBERS:
        if not (_HEX if kind is HoleKind.HEX else _NUMBER).fullmatch(text):
            raise ValueError(text)
        return float(int(text, 16)) if kind is HoleKind.HEX else float(text)
    match = _QUANTITY.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    factor, divisor = _bytes_of(match[2]) if kind is HoleKind.SIZE else _seconds_of(match[2])
    return float(match[1]) * factor / divisor


def _bytes_of(unit: str) -> tuple[int, int]:
    if unit.lower() in {"b", "byte", "bytes"}:
        return 1, 1
    power = _POWERS.get(unit[:1].lower())
    if power is None or unit[1:] not in {"", "B", "iB"}:
        raise ValueError(unit)
    return 1024**power, 1


def _seconds_of(unit: str) -> tuple[int, int]:
    word = unit.lower()
    singular = word.removesuffix("s")
    found = _SECONDS.get(word) or (_SECONDS.get(singular) if singular not in _NO_PLURAL else None)
    if found is None:
        raise ValueError(unit)
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """A condition on captured quantities: a capture, or one less another, against a capture or constants."""

    text: str
    left: str
    minus: str | None
    """The capture that is taken away from *left*; never one of words."""
    op: str
    right_name: str | None
    right_values: tuple[Value, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The captures that it reads."""
        return tuple(name for name in (self.left, self.minus, self.right_name) if name is not None)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Return whether the condition holds for *values*, the captured quantities by name."""
        left = values[self.left]
        if self.minus is not None:
            left = float(left) - float(values[self.minus])
        if self.op == "in":
            return left in self.right_values
        right = values[self.right_name] if self.right_name is not None else self.right_values[0]
        return bool(_COMPARE[self.op](left, right))


def parse_where(text: str, kinds: Mapping[str, HoleKind]) -> Comparison:
    """Return the comparison that *text* writes; *kinds* are those of the captures by name.

    Raises:
        WhereError: when it is no comparison, or compares unlike things.

    """
    match = _WHERE.match(text)
    operators = f"{' '.join(OPERATORS[:-1])} or in"
    if match is None:
        hint = f"write 'capture op value' or 'capture - capture op value', op one of {operators}"
        raise WhereError(f"'{text}' is no comparison", hint)
    left, minus, op, right = match.groups()
    _check_left(left, minus, kinds)
    if op not in OPERATORS:
        raise WhereError(
            f"'{op}' compares nothing: {operators}", f"did you mean '{_MEANT[op]}'?" if op in _MEANT else None
        )
    kind = kinds[left]
    if right in kinds and op != "in":
        if _family(kinds[right]) != _family(kind):
            raise WhereError(f"'{left}' is {_a(kind)} and '{right}' {_a(kinds[right])}; they cannot be compared")
        return Comparison(text, left, minus, op, right, ())
    if kind in _WORDS and op not in {"==", "!=", "in"}:
        raise WhereError(f"'{left}' is {_a(kind)}; it can only be compared by ==, != or in")
    items = [right]
    if op == "in":
        if not (right.startswith("[") and right.endswith("]")):
            raise WhereError(f"'{right}' is no list", "write 'capture in [a, b]'")
        items = [item.strip() for item in right[1:-1].split(",")]
    values = tuple(_constant(item.strip("'\""), kind, left, kinds) for item in items)
    return Comparison(text, left, minus, op, None, values)


def _check_left(left: str, minus: str | None, kinds: Mapping[str, HoleKind]) -> None:
    for name in (left, minus):
        if name is not None and name not in kinds:
            raise WhereError(f"'{name}' is captured by no line", did_you_mean(name, kinds))
    if minus is None:
        return
    if _family(kinds[left]) != _family(kinds[minus]):
        sentence = f"'{left}' is {_a(kinds[left])} and '{minus}' {_a(kinds[minus])}; they have no difference"
        raise WhereError(sentence)
    if kinds[left] in _WORDS:
        raise WhereError(f"'{left}' and '{minus}' are words; they have no difference")


def _constant(text: str, kind: HoleKind, left: str, kinds: Mapping[str, HoleKind]) -> Value:
    if not text:
        raise WhereError(f"'{left}' is compared with nothing", f"write {_a(kind)} after the operator")
    try:
        value = read_quantity(text, kind)
    except ValueError:
        hint = did_you_mean(text, kinds) or {
            HoleKind.SIZE: "write a size with its unit: 512 MiB",
            HoleKind.DURATION: "write a duration with its unit: 600000 ms",
        }.get(kind, "write a number")
        raise WhereError(f"'{text}' is neither a capture nor {_a(kind)} to compare '{left}' with", hint) from None
    # JSON has no such numbers, and nothing equals nan.
    if isinstance(value, float) and not math.isfinite(value):
        raise WhereError(f"'{text}' is no finite number", f"'{left} != {left}' holds for nan only")
    return value


def _a(kind: HoleKind) -> str:
    return f"an {kind}" if kind is HoleKind.INT else f"a {kind}"


def _family(kind: HoleKind) -> str:
    return "number" if kind in _NUMBERS else "word" if kind in _WORDS else kind.value
