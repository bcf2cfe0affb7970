"""The stale parts of a book as jobs of a CI: by target, in shares of about the same length."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from faultbook.session import Step, falls_into
from faultbook.snippets.part import TARGETS, read_parts
from faultbook.snippets.record import read_records
from faultbook.snippets.run import is_stale

__all__ = ["Job", "TooFewJobsError", "jobs_of", "matrix", "seconds_expected", "stale_steps"]

_USUAL = 60.0  # seconds of a part in a book that has no record


class TooFewJobsError(ValueError):
    """Fewer jobs are allowed than there are targets."""


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """One job: what ``faultbook run --stale --target TARGET --shard SHARD`` runs on one runner."""

    target: str
    shard: str
    """``i/n``, as ``--shard`` takes it."""
    parts: int
    minutes: int
    """What its parts are expected to take one after the other, rounded up."""

    @property
    def name(self) -> str:
        """A name without a slash, as an artefact's must be."""
        return f"{self.target}-{self.shard.replace('/', '-of-')}"


def stale_steps(root: Path, slugs: Iterable[str], targets: Collection[str], *, heavy: bool = False) -> list[Step]:
    """Return the parts of the entries *slugs* that lack, on one of *targets*, a passing record of what they are now."""
    parts = [part for slug in slugs for part in read_parts(root, slug)[0] if heavy or part.header.group != "heavy"]
    steps = [Step(part, target) for part in parts for target in part.header.targets if target in targets]
    return [step for step in steps if is_stale(root, step.part, step.target)]


def seconds_expected(root: Path, steps: Iterable[Step]) -> dict[str, float]:
    """Return how long each of *steps*, by name, may take.

    It is what its record says, else the one on another target, else the median of the others'.
    """
    steps = tuple(steps)
    known: dict[str, float] = {}
    for slug in {step.part.slug for step in steps}:
        records = read_records(root, slug)[0]
        anywhere = {part: record.seconds for (part, _), record in records.items()}
        for step in steps:
            if step.part.slug == slug and step.part.name in anywhere:
                own = records.get((step.part.name, step.target))
                known[step.name] = own.seconds if own is not None else anywhere[step.part.name]
    usual = statistics.median(known.values()) if known else _USUAL
    return {step.name: known.get(step.name, usual) for step in steps}


def jobs_of(steps: Iterable[Step], seconds: Mapping[str, float], *, most: int, minutes: int) -> list[Job]:
    """Return at most *most* jobs that run *steps*, each of about *minutes* where that many jobs do.

    Raises:
        TooFewJobsError: when there are more targets than *most*, since a runner has one target.

    """
    by_target: dict[str, list[Step]] = {}
    for step in steps:
        by_target.setdefault(step.target, []).append(step)
    if len(by_target) > most:
        message = f"parts of {len(by_target)} targets are stale, and each target needs a job of its own"
        raise TooFewJobsError(message)
    shares = _shares({name: sum(seconds[step.name] for step in own) for name, own in by_target.items()}, most, minutes)
    jobs = []
    for target in sorted(by_target, key=TARGETS.index):
        for index in range(1, shares[target] + 1):
            shard = f"{index}/{shares[target]}"
            mine = [step.name for step in by_target[target] if falls_into(step.name, shard)]
            if mine:  # parts fall into shares by their names: of few, a share may get none
                jobs.append(Job(target, shard, len(mine), max(1, math.ceil(sum(seconds[name] for name in mine) / 60))))
    return jobs


def _shares(seconds: Mapping[str, float], most: int, minutes: int) -> dict[str, int]:
    """Return into how many shares each target's *seconds* are cut; where jobs are few, the longest get them."""
    wanted = {target: max(1, math.ceil(each / (60 * minutes))) for target, each in seconds.items()}
    shares = dict.fromkeys(wanted, 1)
    for _ in range(min(most, sum(wanted.values())) - len(shares)):
        open_ = [target for target in shares if shares[target] < wanted[target]]
        shares[max(open_, key=lambda target: seconds[target] / shares[target])] += 1
    return shares


def matrix(jobs: Sequence[Job]) -> dict[str, list[dict[str, str | int]]]:
    """Return the jobs as GitHub Actions takes them for ``strategy.matrix``."""
    return {"include": [dataclasses.asdict(job) | {"name": job.name} for job in jobs]}
