"""A session of runs: which parts run, in what order, what is shown of them, and where their records go.

Output goes through the function that the face brings; nothing here prints.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree as ET

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.local import Local, find_machine
from faultbook.runner import Executor, Result, Runner, Step, step_of
from faultbook.snippets.accept import accepted_text
from faultbook.snippets.origins import find_origins
from faultbook.snippets.outcome import Outcome
from faultbook.snippets.part import TARGETS, read_parts
from faultbook.snippets.record import now, read_records, write_record
from faultbook.snippets.run import is_stale

__all__ = ["InterruptedSessionError", "Session", "Step", "falls_into", "is_share", "junit", "tally", "unshown"]

_MARKS = {"passed": "ok  ", "failed": "FAIL", "skipped": "skip", "lost": "LOST"}


class InterruptedSessionError(Exception):
    """A run was ended by a signal; carries what had become of steps by then, whose records are written."""

    def __init__(self, outcomes: list[Outcome], planned: int) -> None:
        super().__init__(f"stopped: {len(outcomes)} of {planned} parts had ended, and their records are written")
        self.outcomes = outcomes


class Session:
    """Runs parts of one book and tells what happens."""

    def __init__(self, book: Book, say: Callable[[str], None]) -> None:
        self.book, self.say = book, say
        self.runner = Runner(book)
        self.device = self.runner.device

    def plan(
        self,
        entries: Iterable[Entry],
        target: str,
        *,
        stale: bool = False,
        heavy: bool = False,
        part: str | None = None,
        shard: str | None = None,
    ) -> list[Step]:
        """Return what to run: for ``auto`` on the machine's own target and on the CPU, else on *target* alone.

        ``any`` stands for every target, for a fleet's machines have several.

        A part that means nothing on any of these is left out; what cannot run here for another reason is planned,
        and its skip says why.
        """
        wanted = {"auto": {"cpu", self.device.target}, "any": {*TARGETS}}.get(target, {target})
        steps: list[Step] = []
        for entry in entries:
            parts, problems = read_parts(self.book.root, entry.slug)
            for problem in problems:
                self.say(problem.text())
            for item in parts:
                if (part is not None and item.name != part) or (item.header.group == "heavy" and not (heavy or part)):
                    continue
                steps += [Step(item, name) for name in item.header.targets if name in wanted]
        if stale:
            steps = [step for step in steps if is_stale(self.book.root, step.part, step.target)]
        if shard is not None:
            steps = [step for step in steps if falls_into(step.name, shard)]
        return steps

    def why_nothing(self, entries: Iterable[Entry], target: str, part: str | None) -> str:
        """Return why :meth:`plan` left nothing to run."""
        parts = [item for entry in entries for item in read_parts(self.book.root, entry.slug)[0]]
        if part is not None and part not in {item.name for item in parts}:
            return f"no part '{part}'; the parts are {_listed(item.name for item in parts)}"
        asked = [item for item in parts if part in {None, item.name}]
        wanted = {"auto": {"cpu", self.device.target}, "any": {*TARGETS}}.get(target, {target})
        if any(wanted.intersection(item.header.targets) for item in asked):
            return "nothing to run: what could run here is of the group 'heavy'; run with --heavy"
        targets = _listed(name for item in asked for name in item.header.targets)
        return f"nothing to run on {' or '.join(sorted(wanted))}; the parts are for {targets}"

    def run(
        self, steps: Sequence[Step], *, provision: bool, accept: bool, executor: Executor | None = None
    ) -> list[Outcome]:
        """Run *steps*, write each record when its step has ended, and return what became of them, in their order.

        Raises:
            InterruptedSessionError: when the run was ended by a signal.

        """
        executor = executor or Local(self.runner, find_machine(self.runner), self)
        outcomes: dict[str, Outcome] = {}
        try:
            for result in executor.run(steps, provision=provision):
                self.say(f"[{len(outcomes) + 1}/{len(steps)}] {result.step.name}")
                outcomes[result.step.name] = self._end(result, accept=accept)
        except KeyboardInterrupt as error:
            raise InterruptedSessionError(list(outcomes.values()), len(steps)) from error
        return [outcomes[step.name] for step in steps]

    def _end(self, result: Result, *, accept: bool) -> Outcome:
        """Tell of *result*, accept it when that is asked for, and write its record."""
        if accept and result.outcome.state == "failed":
            result = self._accept(result)
            # The docstring that grew moved the code below it, and a traceback names lines: once more settles it.
            again = result.outcome.state == "failed" and not result.outcome.breaches
            result = self._accept(result) if again else result
        self._tell(result.outcome)
        if result.record is not None:
            write_record(self.book.root, result.record)
        return result.outcome

    def begins(self, step: Step, where: str) -> None:
        """Say nothing: a line is said when the step has ended."""

    def ends(self, step: Step) -> None:
        """Say nothing: the result follows."""

    def line(self, step: Step, text: str) -> None:
        """Say what happens while an environment is made for *step*."""
        self.say(f"    {step.name}: {text}")

    def trace(self, entries: Iterable[Entry]) -> int:
        """Trace what *entries* rest on, record it, and return how much was not found."""
        lost = 0
        for entry in entries:
            records = read_records(self.book.root, entry.slug)[0].values()
            origins = find_origins(self.book.root, entry, records, now().isoformat(), self.say)
            missing = [basis for basis in origins.bases if not basis.found]
            traced = sum(not basis.on_word for basis in origins.bases)
            on_word = len(origins.bases) - traced
            said = f"{traced - len(missing)} of {traced} texts traced; {on_word} taken on the entry's word"
            self.say(f"{entry.id}: {said}")
            lost += len(missing)
        return lost

    def _accept(self, result: Result) -> Result:
        """Rewrite the docstring by what was printed, unless the contract would still be broken."""
        outcome = result.outcome
        text, difference, refusal = accepted_text(outcome)
        if text is None:
            self.say(f"    not accepted: {refusal}")
            return result
        self.say(difference)
        outcome.part.path.write_text(text, encoding="utf-8")
        self.say(f"    accepted into {outcome.part.shown_path}")
        step = step_of(self.book.root, outcome.part.slug, outcome.part.name, outcome.target)
        return self.runner.run(step, provision=True)

    def _tell(self, outcome: Outcome) -> None:
        seconds = f" {outcome.seconds:.1f} s" if outcome.seconds else ""
        first = f": {outcome.reasons[0]}" if outcome.state == "skipped" else ""
        self.say(f"    {_MARKS[outcome.state]}{seconds}{first}")
        if outcome.state == "failed":
            for reason in outcome.reasons:
                self.say("\n".join(f"      {line}" for line in reason.splitlines()))


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(set(words))) or "none"


def unshown(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the slugs of the entries whose every part was skipped."""
    states: dict[str, set[str]] = {}
    for outcome in outcomes:
        states.setdefault(outcome.part.slug, set()).add(outcome.state)
    return [slug for slug, found in states.items() if found == {"skipped"}]


def tally(outcomes: Sequence[Outcome]) -> str:
    """Return how many outcomes are of each kind."""
    states: list[str] = [outcome.state for outcome in outcomes]
    return ", ".join(f"{states.count(state)} {state}" for state in _MARKS if state != "lost" or state in states)


def is_share(shard: str) -> bool:
    """Return whether *shard* is written ``i/n`` with 1 <= i <= n."""
    index, _, count = shard.partition("/")
    return index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)


def falls_into(name: str, share: str) -> bool:
    """Return whether what has this *name* is of *share*, written ``i/n``; it is of exactly one of the n."""
    index, _, count = share.partition("/")
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    return number % int(count) == int(index) - 1


def junit(outcomes: Iterable[Outcome]) -> str:
    """Return the outcomes as JUnit XML."""
    cases = list(outcomes)
    suite = ET.Element("testsuite", name="faultbook", tests=str(len(cases)))
    for state, attribute in (("failed", "failures"), ("skipped", "skipped"), ("lost", "errors")):
        if (count := sum(case.state == state for case in cases)) or state != "lost":
            suite.set(attribute, str(count))
    for case in cases:
        name = f"{case.part.name}@{case.target}"
        element = ET.SubElement(suite, "testcase", classname=case.part.slug, name=name, time=f"{case.seconds:.1f}")
        if case.state != "passed":
            tag = {"failed": "failure", "lost": "error", "skipped": "skipped"}[case.state]
            reason = ET.SubElement(element, tag, message=_printable(case.reasons[0].splitlines()[0]))
            reason.text = _printable("\n".join(case.reasons))
    return ET.tostring(suite, encoding="unicode", xml_declaration=True)


def _printable(text: str) -> str:
    """Drop what XML cannot hold."""
    return "".join(character for character in text if character in "\t\n" or character.isprintable())
