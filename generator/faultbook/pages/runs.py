"""What a part showed on a target, how long ago, and the evidence table: one group of rows a target."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable
from typing import Literal

from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Kind, Part
from faultbook.snippets.record import MAX_AGE_DAYS, Record

__all__ = ["FRESH_DAYS", "Age", "RunView", "TargetView", "age", "by_target", "run_views"]

FRESH_DAYS = MAX_AGE_DAYS // 4
_NAMED_PACKAGES = 4  # that a row of the evidence table shows; the record holds all


@dataclasses.dataclass(frozen=True, slots=True)
class Age:
    """How long ago a run was, at the time of the build; the browser says it anew."""

    words: str
    word: Literal["fresh", "aging", "old"]


@dataclasses.dataclass(frozen=True, slots=True)
class RunView:
    """What a part showed on one target, or that it was not yet run there."""

    part: str
    target: str
    word: str
    """passed | changed | old | failed | none: the class that colours the outcome."""
    outcome: str
    device: str
    versions: str
    time: dt.datetime | None
    age: Age | None


@dataclasses.dataclass(frozen=True, slots=True)
class TargetView:
    """The runs on one target; what all of them share is said once."""

    target: str
    device: str
    versions: str
    """Empty when the runs differ; then each says its own."""
    runs: tuple[RunView, ...]


def run_views(part: Part, proof: Proof) -> tuple[RunView, ...]:
    """Return what *part* showed on each of its targets."""
    return tuple(_view(part, target, proof.records.get((part.name, target))) for target in part.header.targets)


def by_target(runs: Iterable[RunView]) -> tuple[TargetView, ...]:
    """Return *runs* in groups by target, targets in the order in which they first stand."""
    groups: dict[str, list[RunView]] = {}
    for run in runs:
        groups.setdefault(run.target, []).append(run)
    return tuple(_target(target, tuple(found)) for target, found in groups.items())


def age(days: int) -> Age:
    """Return the age of a record of so many days; a clock that is behind the record's says today."""
    word: Literal["fresh", "aging", "old"] = (
        "fresh" if days <= FRESH_DAYS else "aging" if days <= MAX_AGE_DAYS else "old"
    )
    return Age("today" if days <= 0 else "1 day" if days == 1 else f"{days:,} days", word)


def _target(target: str, runs: tuple[RunView, ...]) -> TargetView:
    devices, versions = ({getattr(run, name) for run in runs if run.time} for name in ("device", "versions"))
    shared = len(devices) == 1 and len(versions) == 1
    return TargetView(target, devices.pop() if shared else "", versions.pop() if shared else "", runs)


def _view(part: Part, target: str, record: Record | None) -> RunView:
    if record is None:
        return RunView(part.name, target, "none", "not yet run", "", "", None, None)
    word, outcome = _outcome(part, record)
    names = [*dict.fromkeys(name for name in ("torch", *sorted(record.packages)) if name in record.packages)]
    versions = [f"{name} {record.packages[name]}" for name in names[:_NAMED_PACKAGES]]
    versions += [f"CUDA {record.cuda}"] if record.cuda else []
    versions += [f"driver {record.driver}"] if record.driver else []
    versions.append(f"Python {record.python}")
    said = ", ".join(versions)
    return RunView(part.name, target, word, outcome, record.device, said, record.time, age(record.age_days))


def _outcome(part: Part, record: Record) -> tuple[str, str]:
    if not record.passed:
        reason = record.reasons[0].splitlines()[0] if record.reasons else "no reason recorded"
        return "failed", f"failed: {reason}"
    if record.digest != part.digest:
        return "changed", "passed, before the part's last change"
    if record.age_days > MAX_AGE_DAYS:
        return "old", "passed, over a year ago"
    return "passed", "failed as itself, as it must" if part.kind is Kind.REPRODUCE else "passed"
