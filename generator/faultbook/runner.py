"""Run one part of a book on this machine, and give what became of it with its record.

This is what every executor calls, whether the part runs in this process's session, in a worker of pytest or on another
machine of a fleet. Nothing here writes a record: the caller of an executor alone does.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from faultbook.book import Book, load_book
from faultbook.diagnosis.session import engine_for
from faultbook.snippets.device import Device, find_device
from faultbook.snippets.outcome import Outcome, as_record, commit_of
from faultbook.snippets.part import Part, read_parts
from faultbook.snippets.record import Record, record_path
from faultbook.snippets.run import Diagnose, run_part
from faultbook.snippets.warm import Warmth

__all__ = ["Executor", "NoPartError", "Result", "Runner", "Step", "last_seconds", "run_here", "runner_of", "step_of"]


class NoPartError(Exception):
    """The book has no such part, or it cannot be read; the message says which."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One part on one target."""

    part: Part
    target: str

    @property
    def name(self) -> str:
        """Its name, which is also that of its record."""
        return f"{self.part.slug}/{self.part.name}@{self.target}"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What became of a step. It can be pickled, so it can come from another process or machine."""

    step: Step
    outcome: Outcome
    record: Record | None
    """``None`` when the part was skipped."""


class Executor(Protocol):
    """Runs steps somewhere."""

    def run(self, steps: Sequence[Step], *, provision: bool) -> Iterator[Result]:
        """Yield each step's result as soon as it is known, in any order."""
        ...


class Runner:
    """Runs parts of a book on this machine; its device, diagnosis and commit are found once."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @functools.cached_property
    def device(self) -> Device:
        """The machine's GPU or processor."""
        return find_device()

    @functools.cached_property
    def commit(self) -> str | None:
        """The git commit of the book."""
        return commit_of(self.book.root)

    @functools.cached_property
    def diagnose(self) -> Diagnose:
        """The diagnosis of a log by this book."""
        return engine_for(self.book.entries.values()).diagnose

    def run(
        self,
        step: Step,
        *,
        provision: bool = False,
        on_line: Callable[[str], None] = lambda _: None,
        warmth: Warmth | None = None,
        gpus: tuple[str, ...] = (),
    ) -> Result:
        """Run *step* in processes of its own. *on_line* gets what happens while an environment is made.

        *warmth* holds the warm parents of the thread that calls this; without it each command has a fresh interpreter.
        *gpus* are those that the part may use, as CUDA_VISIBLE_DEVICES names them.

        Raises:
            StoppedError: when the run was ended from outside.

        """
        outcome = run_part(
            step.part,
            step.target,
            self.device,
            self.diagnose,
            may_provision=provision,
            on_line=on_line,
            warmth=warmth,
            gpus=gpus,
        )
        record = None if outcome.state == "skipped" else as_record(outcome, self.device, self.commit)
        return Result(step, outcome, record)


def last_seconds(root: Path, part: Part, target: str) -> float:
    """Return how long *part* took when it was last recorded on *target*; its time limit where it never was."""
    try:
        record = json.loads(record_path(root, part.slug, part.name, target).read_bytes())
        return float(record["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return float(part.header.on(target).timeout)


@functools.cache
def runner_of(root: Path) -> Runner:
    """Return this process's runner of the book at *root*."""
    return Runner(load_book(root)[0])


def step_of(root: Path, slug: str, part: str, target: str) -> Step:
    """Return the step that runs *part* of the entry *slug* on *target*, read from the book at *root*.

    Raises:
        NoPartError: when there is no such part, or when it cannot be read.

    """
    parts, problems = read_parts(root, slug)
    for item in parts:
        if item.name == part:
            return Step(item, target)
    why = next(
        (problem.text() for problem in problems if Path(problem.place.path).stem == part), "there is no such part"
    )
    raise NoPartError(f"{slug}/{part}: {why}")


def run_here(
    root: Path,
    slug: str,
    part: str,
    target: str,
    *,
    provision: bool = False,
    on_line: Callable[[str], None] = lambda _: None,
    warmth: Warmth | None = None,
) -> Result:
    """Run *part* of the entry *slug* (its area and id) of the book at *root* on *target*, here and now.

    The keywords are those of :meth:`Runner.run`.

    Raises:
        NoPartError: when there is no such part, or when it cannot be read.

    """
    step = step_of(root.resolve(), slug, part, target)
    return runner_of(root.resolve()).run(step, provision=provision, on_line=on_line, warmth=warmth)
