"""Parts on a cluster: each a Ray task, whose record is written here, and here alone, as soon as it is back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self

from faultbook.book import Book
from faultbook.fleet.address import Address
from faultbook.fleet.dispatch import Dispatch, Given, Happened, Task
from faultbook.fleet.link import Link, LinkLostError
from faultbook.fleet.matrix import seconds_expected
from faultbook.fleet.needs import Node, demand_of
from faultbook.fleet.node import Asked, Ran
from faultbook.fleet.rounds import rounds
from faultbook.session import Step
from faultbook.signatures.compiled import about_entries, compile_figures, compile_signatures, to_json
from faultbook.snippets.outcome import Outcome, commit_of
from faultbook.snippets.record import Record, write_record

__all__ = ["Done", "FleetRun", "Watch"]

_TICK = 1.0  # seconds between two looks at what runs where

Watch = Callable[[Sequence[tuple[str, str]], int], None]
"""Called with names of parts that run, each with its node, and how many wait."""


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """What became of a part, and on which node."""

    outcome: Outcome
    node: str


class FleetRun:
    """Runs parts of one book on one cluster, as long as the block lasts."""

    def __init__(self, book: Book, address: Address, steps: Sequence[Step], say: Callable[[str], None]) -> None:
        entries = tuple(book.entries.values())
        content = to_json(compile_signatures(entries), about_entries(entries), compile_figures(entries))
        slugs = {step.part.slug for step in steps}
        self.book, self.steps, self.say = book, steps, say
        self.link = Link(address, json.dumps(content).encode(), book.root, slugs)
        self.unwritten: list[tuple[Step, Record]] = []
        self._done: set[str] = set()

    def __enter__(self) -> Self:
        """Connect; raises FleetError when there is no cluster."""
        self.link.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        """Let the cluster go."""
        self.link.__exit__(None, None, None)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that are alive."""
        return self.link.nodes

    def run(self, steps: Sequence[Step], *, provision: bool, watch: Watch) -> Iterator[Done]:
        """Run *steps* and yield what became of each, in the order in which they end.

        When the cluster goes away, what has not come back is yielded as lost.
        """
        dispatch = Dispatch(self._tasks(steps, provision=provision), self.nodes)
        try:
            for words in rounds(self.link, dispatch, _TICK):
                yield from self._finals(steps, words)
                watch([(task.name, node) for task, node in dispatch.running], dispatch.waiting)
        except LinkLostError as error:
            self.say(f"faultbook: {error}; what came back is recorded, and --stale runs the rest")
            for step in steps:
                if step.name not in self._done:
                    yield Done(Outcome(step.part, step.target, "lost", (str(error),)), "")
        self._write_rest()

    def _tasks(self, steps: Sequence[Step], *, provision: bool) -> Iterator[Task]:
        seconds, commit = seconds_expected(self.book.root, steps), commit_of(self.book.root)
        for step in steps:
            part = step.part
            asked = Asked(part.slug, part.name, step.target, part.digest, commit, provision)
            yield Task(step.name, demand_of(part, step.target), "run_here", asked, seconds[step.name])

    def _finals(self, steps: Sequence[Step], words: Iterable[Given | Happened]) -> Iterator[Done]:
        for word in words:
            if isinstance(word, Happened):
                self.say(f"{'faultbook: ' if word.fault else '    '}{word.task.name}: {word.text}")
                continue
            step = steps[word.key]
            self._done.add(step.name)
            if word.state == "done":
                yield Done(self._take(step, word.value), word.node)
            else:
                yield Done(Outcome(step.part, step.target, word.state, (word.reason,)), word.node)

    def _take(self, step: Step, ran: Ran) -> Outcome:
        """Write the record that came back, and those before it that could not be written."""
        if ran.record is not None:
            self.unwritten.append((step, ran.record))
            self._write()
        return Outcome(step.part, step.target, ran.state, ran.reasons, seconds=ran.seconds)

    def _write(self) -> str | None:
        while self.unwritten:
            try:
                write_record(self.book.root, self.unwritten[0][1])
            except OSError as error:
                return f"cannot write {error.filename or self.book.root}: {error.strerror}"
            self.unwritten.pop(0)
        return None

    def _write_rest(self) -> None:
        reason = self._write()
        for step, _ in self.unwritten:
            self.say(f"faultbook: the record of {step.name} is lost: {reason}")
