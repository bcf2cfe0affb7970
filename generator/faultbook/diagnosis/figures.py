r"""Figures that a healthy run keeps steady: found in the lines of trainers and servers, held against a baseline.

The baseline is the log's own early median, or that of another log. A finding is dated by the first line from which on
the figure stays off: a silent halving of throughput has a line, a step and often a time.

Formats: Megatron-LM, NeMo, Lightning, Hugging Face's Trainer, torchtitan, vLLM, SGLang. A progress bar's rate is left
out: it means another thing in each phase, and a phase ends.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from collections.abc import Mapping, Sequence

from faultbook.signatures.compiled import CompiledFigure

__all__ = ["COMPARED", "FIGURES", "STEP", "USUAL", "Finding", "Point", "Series", "find", "series_of"]

_NUMBER = (
    r"(?P<value>[-+]?(?:\d{1,18}(?:,\d{3}){0,5}(?:\.\d{1,18})?(?:[eE][-+]?\d{1,3})?|[nN]a[nN]|[iI]nf))(?![\w.]*\d)"
)
_IS = r"[\x22\x27]?(?: in s)? {0,24}[:=|]? {0,24}[\x22\x27]?"
#: By name, the patterns of a figure; the first that fits a line counts.
FIGURES: Mapping[str, tuple[str, ...]] = {
    "loss": (
        rf"(?:^|[^\w/])(?:lm |reduced_train_|train_|train/|training |total_)?loss{_IS}{_NUMBER}",
    ),
    "grad-norm": (rf"\bgrad(?:ient)?[ _]norm{_IS}{_NUMBER}",),
    "loss-scale": (rf"\bloss[ _]scale{_IS}{_NUMBER}",),
    "throughput": (
        rf"\bthroughput per GPU \(TFLOP/s/GPU\): {_NUMBER}",
        rf"\b(?:tps|tokens_per_sec(?:ond)?|tokens/sec(?:ond)?(?:/gpu)?|train_samples_per_second){_IS}{_NUMBER}",
    ),
    "serving-throughput": (
        rf"\b[gG]eneration throughput: {_NUMBER}",
        rf"\bgen throughput \(token/s\): {_NUMBER}",
    ),
    "mfu": (rf"\bmfu{_IS}{_NUMBER}",),
    "step-time": (
        rf"\belapsed time per iteration \(ms\): {_NUMBER}",
        rf"\b(?:train_step_timing|step_time|iter_time){_IS}{_NUMBER}",
    ),
}  # fmt: skip
STEP = (
    r"\biteration +(?P<step>\d{1,12})|\b(?:global_)?[sS]tep[ :=/]+(?P<step2>\d{1,12})|(?P<step3>\d{1,12})/\d{1,12} \["
)
#: What is looked for in any log, whatever the book holds.
USUAL = (
    CompiledFigure("", "loss", "loss", "not-finite", 1.0),
    CompiledFigure("", "throughput", "throughput", "falls", 0.7),
    CompiledFigure("", "mfu", "mfu", "falls", 0.7),
    CompiledFigure("", "step-time", "step-time", "rises", 1.4),
)
#: What is compared with another log only: a server's throughput follows its requests.
COMPARED = (CompiledFigure("", "serving-throughput", "serving-throughput", "falls", 0.7),)
_SHOWN = 60  # points of a finding's picture
_EARLY = 20  # points at most whose median is the baseline
_WARM = 2  # points before them: a first step compiles and fills caches
_WINDOW = 5  # points whose median is held against it
_LEAST = 12  # points that a series needs to be judged by its level
_FLAT = 30  # points at least that are called flat
_SKIPPED = 3  # steps whose gradient is not finite: mixed precision skips one or two now and then
_FLATNESS = 0.001  # of the median, within which all points lie


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """One value of a figure, as a line writes it."""

    line: int
    text: str
    step: str | None

    @property
    def value(self) -> float:
        """The number; ``nan`` and ``inf`` are those."""
        return float(self.text.replace(",", ""))


Series = Mapping[str, Sequence[Point]]


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """A figure that is off from a line on."""

    signature: CompiledFigure
    point: Point
    baseline: str | None
    values: tuple[str, ...]
    """Of the whole series, thinned, for a picture."""
    at: int
    """Index among those of the first that is off."""


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def series_of(samples: Sequence[tuple[int, str]]) -> dict[str, list[Point]]:
    """Return the figures that *samples*, numbers and texts of lines, give."""
    found: dict[str, list[Point]] = {}
    for number, text in samples:
        step = _compiled(STEP).search(text)
        at = next((part for part in step.groups() if part is not None), None) if step is not None else None
        for name, patterns in FIGURES.items():
            match = next(
                (match for pattern in patterns if (match := _compiled(pattern).search(text)) is not None), None
            )
            if match is not None:
                found.setdefault(name, []).append(Point(number, match["value"], at))
    return found


def find(signature: CompiledFigure, points: Sequence[Point], baseline: Sequence[Point] = ()) -> Finding | None:
    """Return from where on *points* show *signature*, or ``None``; *baseline* are the points of a good run."""
    if signature.when == "not-finite":
        at = _not_finite(points, 1 if signature.figure == "loss" else _SKIPPED)
        return None if at is None else _finding(signature, points, at, None)
    finite = [point for point in points if math.isfinite(point.value)]
    if signature.when == "flat":
        return _finding(signature, points, 0, finite[0].text) if _is_flat(finite) else None
    if len(finite) < _LEAST:
        return None
    good = [point for point in baseline if math.isfinite(point.value)] or finite[_WARM : _WARM + _EARLY]
    median = _median(good)
    level = median.value * signature.factor
    at = _off(finite, level, falls=signature.when == "falls")
    return None if at is None else _finding(signature, points, points.index(finite[at]), median.text)


def _not_finite(points: Sequence[Point], least: int) -> int | None:
    """Return the index of the first point from which on none is finite, if there are *least* of them."""
    at = len(points)
    while at > 0 and not math.isfinite(points[at - 1].value):
        at -= 1
    return at if len(points) - at >= least else None


def _is_flat(points: Sequence[Point]) -> bool:
    if len(points) < _FLAT:
        return False
    values = [point.value for point in points]
    return max(values) - min(values) <= _FLATNESS * abs(_median(points).value)


def _off(points: Sequence[Point], level: float, *, falls: bool) -> int | None:
    """Return the index from which on every window's median is beyond *level*, to the end."""
    at = None
    for index in range(len(points) - _WINDOW, -1, -1):
        value = _median(points[index : index + _WINDOW]).value
        if not (value < level if falls else value > level):
            break
        at = index
    if at is None:
        return None
    # The window's first points may still be good ones.
    while at < len(points) and not (points[at].value < level if falls else points[at].value > level):
        at += 1
    return at if at < len(points) else None


def _median(points: Sequence[Point]) -> Point:
    return sorted(points, key=lambda point: point.value)[(len(points) - 1) // 2]


def _finding(signature: CompiledFigure, points: Sequence[Point], at: int, baseline: str | None) -> Finding:
    stride = max(1, -(-len(points) // _SHOWN))
    values = tuple(point.text for point in points[::stride])
    return Finding(signature, points[at], baseline, values, at // stride)
