"""What the commands that work on a cluster share: connecting, what runs where, and what became of it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from faultbook.commands import usage

if TYPE_CHECKING:
    from faultbook.book import Book
    from faultbook.diagnosis.engine import Engine
    from faultbook.diagnosis.scan import Extract
    from faultbook.diagnosis.session import Told
    from faultbook.diagnosis.sources import Source
    from faultbook.fleet.run import Done, Watch
    from faultbook.session import Step
    from faultbook.snippets.outcome import Outcome

__all__ = ["run_on", "scan_on"]

_MARKS = {"passed": "ok  ", "failed": "FAIL", "skipped": "skip", "lost": "LOST"}
_SHOWN = 6  # parts that are shown as running


def run_on(on: str, book: Book, steps: Sequence[Step], *, every: bool, provision: bool) -> list[Outcome]:
    """Run *steps* on the cluster that *on* names, telling of each; exit with 2 when there is none.

    With *every*, steps were planned for all targets, and those that no node has are left out, as a local run leaves
    out what is not for this machine.
    """
    from faultbook.fleet.address import FleetError, read_address
    from faultbook.fleet.run import FleetRun

    outcomes: list[Outcome] = []
    try:
        fleet = FleetRun(book, read_address(on), steps, _say)
        with _working(f"connecting to {fleet.link.address}"):
            fleet.__enter__()
    except FleetError as error:
        usage(str(error))
    with fleet:
        if every:
            steps = [step for step in steps if any(node.has(step.target) for node in fleet.nodes)]
        cpus, gpus = (sum(getattr(node, kind) for node in fleet.nodes) for kind in ("cpus", "gpus"))
        here = f"{_count(len(fleet.nodes), 'node')} with {_count(cpus, 'CPU')} and {_count(gpus, 'GPU')}"
        typer.echo(f"{_count(len(steps), 'part')} on {here}")
        try:
            with _watching() as watch:
                for done in fleet.run(steps, provision=provision, watch=watch):
                    outcomes.append(done.outcome)
                    _tell(done, len(outcomes), len(steps))
        except KeyboardInterrupt:
            typer.echo(
                f"faultbook: stopped; {len(outcomes)} of {len(steps)} parts came back and are recorded", err=True
            )
            raise typer.Exit(130) from None
    return outcomes


def scan_on(
    on: str, engine: Engine, content: dict[str, Any], sources: Sequence[Source], tell: Told
) -> tuple[list[Extract], list[str]]:
    """Return what is kept of logs that the cluster that *on* names reads; exit with 2 when there is none."""
    from faultbook.diagnosis.session import sorted_out
    from faultbook.fleet.address import FleetError, read_address
    from faultbook.fleet.scan import results_on

    try:
        return sorted_out(results_on(read_address(on), engine, content, sources, tell, _say))
    except FleetError as error:
        usage(str(error))


def _count(number: float, noun: str) -> str:
    return f"{number:.0f} {noun}{'' if number == 1 else 's'}"


def _say(line: str) -> None:
    typer.echo(line, err=line.startswith("faultbook: "))


def _tell(done: Done, number: int, count: int) -> None:
    outcome = done.outcome
    name = f"{outcome.part.slug}/{outcome.part.name}@{outcome.target}"
    where = f" on {done.node}" if done.node else ""
    seconds = f" {outcome.seconds:.1f} s" if outcome.seconds else ""
    first = f": {outcome.reasons[0]}" if outcome.state in {"skipped", "lost"} else ""
    mark = _MARKS[outcome.state]
    if sys.stdout.isatty() and outcome.state in {"failed", "lost"}:
        mark = typer.style(mark, fg=typer.colors.RED, bold=True)
    typer.echo(f"[{number}/{count}] {mark} {name}{where}{seconds}{first}")
    if outcome.state == "failed":
        for reason in outcome.reasons:
            typer.echo("\n".join(f"      {line}" for line in reason.splitlines()))


@contextlib.contextmanager
def _working(what: str) -> Iterator[None]:
    """Show on a terminal that something takes its time."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


@contextlib.contextmanager
def _watching() -> Iterator[Watch]:
    """Show on a terminal what runs where, below the lines of what has ended."""
    if not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield lambda _, __: None
        return
    from rich.console import Console

    with Console(stderr=True).status("waiting for the first part to begin") as status:

        def watch(running: Sequence[tuple[str, str]], waiting: int) -> None:
            lines = [f"  {name} on {node}" for name, node in running[:_SHOWN]]
            more = f"\n  and {len(running) - _SHOWN} more" if len(running) > _SHOWN else ""
            status.update(f"{len(running)} running, {waiting} waiting\n" + "\n".join(lines) + more)

        yield watch
