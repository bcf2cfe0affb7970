"""The commands at an author's desk: ``preview`` shows an entry's page as it is written, ``diff`` what a change does.

Beside ``cli.py`` and the other ``*_commands.py`` the only module that prints or exits.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

__all__ = ["diff"]


class DiffFormat(StrEnum):
    """How a difference is shown."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


Root = Annotated[Path | None, typer.Option("--root", help="The book's folder; found from here upwards without it.")]


def diff(
    base: Annotated[
        str, typer.Argument(metavar="BASE", help="A commit, branch or tag; 'main...' is where this branch left main.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    shown: Annotated[DiffFormat, typer.Option("--format", help="How to show it.")] = DiffFormat.TEXT,
    changelog: Annotated[
        bool, typer.Option("--changelog", help="Print the lines on entries that the CHANGELOG gets.")
    ] = False,
    report: Annotated[bool, typer.Option("--report", help="Exit cleanly whatever differs.")] = False,
    root: Root = None,
) -> None:
    """Say what a change does to the book: entries, pages, signatures, and logs that are diagnosed differently.

    The files as they are now, committed or not, are held against BASE. The logs are the project's own: labelled
    cases, incidents and healthy logs.

    Exit codes: 0 every log is diagnosed as before, 1 some are not, 2 wrong use.
    """
    from faultbook.diff import RevisionError, compare_with, forms
    from faultbook.diff.changelog import entries_section

    folder = _root(root)
    try:
        found = compare_with(folder, base, logs=not changelog)
    except RevisionError as error:
        _usage(str(error))
    if changelog:
        typer.echo(entries_section(found.changes), nl=False)
    elif as_json or shown is DiffFormat.JSON:
        typer.echo(json.dumps(forms.as_json(found), ensure_ascii=False, indent=1))
    elif shown is DiffFormat.MARKDOWN:
        typer.echo(forms.as_markdown(found), nl=False)
    else:
        typer.echo(forms.as_text(found, _style if sys.stdout.isatty() else lambda text, _: text), nl=False)
    raise typer.Exit(1 if found.differing and not report else 0)


def _style(text: str, how: str) -> str:
    return typer.style(text, bold=True) if how == "bold" else typer.style(text, fg=how)


def _usage(message: str) -> NoReturn:
    typer.echo(f"faultbook: {message}", err=True)
    raise typer.Exit(2)


def _root(given: Path | None) -> Path:
    from faultbook.book import find_root

    if given is not None and not (given / "entries").is_dir():
        _usage(f"{given} holds no folder entries/")
    return given or find_root(Path.cwd()) or _usage("no folder entries/ here or above; change into a book, or --root")
