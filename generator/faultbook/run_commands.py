"""How ``faultbook run`` shows a run on this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from faultbook.board import Board
from faultbook.local import Local, find_machine
from faultbook.runner import Step
from faultbook.session import InterruptedSessionError, Session
from faultbook.snippets.outcome import Outcome

__all__ = ["run_locally"]


def run_locally(
    session: Session, steps: Sequence[Step], *, jobs: int | None, fresh: bool, provision: bool, accept: bool
) -> list[Outcome]:
    """Run *steps* here, with a table of what runs where while standard output and error are a terminal.

    A run that a signal ends says how to go on, and exits with 130.
    """
    try:
        return _run(session, steps, jobs=jobs, fresh=fresh, provision=provision, accept=accept)
    except InterruptedSessionError as stopped:
        typer.echo(f"{stopped}; run --stale goes on with the others", err=True)
        raise typer.Exit(130) from stopped


def _run(
    session: Session, steps: Sequence[Step], *, jobs: int | None, fresh: bool, provision: bool, accept: bool
) -> list[Outcome]:
    machine = find_machine(session.runner, jobs)
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        executor = Local(session.runner, machine, session, fresh=fresh)
        return session.run(steps, provision=provision, accept=accept, executor=executor)
    with Board(len(steps)) as board:
        session.say = board.say
        executor = Local(session.runner, machine, board, fresh=fresh)
        return session.run(steps, provision=provision, accept=accept, executor=executor)
