"""The commands that a CI calls: what it should run, in the form that it takes."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from faultbook.commands import Ids, Root, chosen_entries, load, usage

__all__ = ["ci"]

MOST_JOBS = 256
"""Jobs that one matrix of GitHub Actions may have.

Source: https://docs.github.com/en/actions/reference/limits.
"""

ci = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What a CI runs: the jobs of stale parts.")


@ci.callback()
def _ci() -> None:
    """Print what a CI runs."""


@ci.command()
def matrix(
    ids: Ids = None,
    targets: Annotated[
        list[str] | None,
        typer.Option("--target", help="Only parts for this target; may be repeated. Without it: all targets."),
    ] = None,
    most: Annotated[
        int, typer.Option("--max-jobs", min=1, max=MOST_JOBS, help="Never more jobs than this, all targets together.")
    ] = 20,
    minutes: Annotated[
        int, typer.Option("--minutes", min=1, metavar="M", help="About how long the parts of one job take.")
    ] = 20,
    heavy: Annotated[
        bool, typer.Option("--heavy", help="Also parts of the group 'heavy', such as vLLM engines.")
    ] = False,
    root: Root = None,
) -> None:
    """Print the GitHub Actions matrix of stale parts: one line of JSON, a job for each target and share.

    Each row has target, shard (for 'faultbook run --stale --target T --shard S'), parts, minutes and name. Without
    stale parts the list is empty, which GitHub refuses as a matrix: guard the job by
    if: needs.plan.outputs.matrix != '{"include":[]}'.
    """
    from faultbook.fleet.matrix import TooFewJobsError, jobs_of, seconds_expected, stale_steps
    from faultbook.fleet.matrix import matrix as as_matrix
    from faultbook.place import did_you_mean
    from faultbook.snippets.part import TARGETS

    for target in targets or ():
        if target not in TARGETS:
            usage(f"no target '{target}'", did_you_mean(target, TARGETS) or f"the targets are {', '.join(TARGETS)}")
    book, problems = load(root)
    chosen = chosen_entries(book, ids)
    if problems:  # standard output is the matrix alone
        typer.echo(f"faultbook: {len(problems)} problems in the book; what they touch may be left out", err=True)
    steps = stale_steps(book.root, [entry.slug for entry in chosen], targets or TARGETS, heavy=heavy)
    try:
        jobs = jobs_of(steps, seconds_expected(book.root, steps), most=most, minutes=minutes)
    except TooFewJobsError as error:
        usage(str(error), "raise --max-jobs, or name fewer with --target")
    typer.echo(json.dumps(as_matrix(jobs), separators=(",", ":")))
