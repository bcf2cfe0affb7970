"""The commands at an author's desk: ``preview`` shows an entry's page as it is written, ``diff`` what a change does.

Beside ``cli.py`` and the other ``*_commands.py`` the only module that prints or exits.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from enum import StrEnum
from typing import Annotated

import typer

from faultbook.commands import Root, book_root, usage

__all__ = ["diff", "preview"]

_PORT = 8010  # the same each time, so that an open tab finds the next preview


class DiffFormat(StrEnum):
    """How a difference is shown."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


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

    folder = book_root(root)
    try:
        found = compare_with(folder, base, logs=not changelog)
    except RevisionError as error:
        usage(str(error))
    if changelog:
        typer.echo(entries_section(found.changes), nl=False)
    elif as_json or shown is DiffFormat.JSON:
        typer.echo(json.dumps(forms.as_json(found), ensure_ascii=False, indent=1))
    elif shown is DiffFormat.MARKDOWN:
        typer.echo(forms.as_markdown(found), nl=False)
    else:
        typer.echo(forms.as_text(found, _style if sys.stdout.isatty() else lambda text, _: text), nl=False)
    raise typer.Exit(1 if found.differing and not report else 0)


def preview(
    id_: Annotated[str, typer.Argument(metavar="ID", help="Id, area/id or path of the entry, or of a part of it.")],
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="8010, or a free one when that is taken.")
    ] = None,
    browse: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open it in the browser; done on a desktop's terminal.")
    ] = None,
    root: Root = None,
) -> None:
    """Show an entry's page as it is written: its problems, and its signatures tried on a log that you paste.

    The page reloads when the YAML, a part or a record is saved. Only this machine can reach it. Ctrl-C ends it.
    """
    from faultbook.book import load_book

    folder = book_root(root)
    book, problems = load_book(folder)
    paths = sorted(path for path in book.paths(id_) if path.startswith("entries/"))
    if not paths:
        usage(f"no entry '{id_}'; {book.nearest(id_) or 'start one with: faultbook new AREA/ID'}")
    try:
        from faultbook_mkdocs.preview import Desk, PreviewServer, ShellError, watching
    except ModuleNotFoundError as error:
        usage(f"the preview needs {error.name}; install it with: pip install 'faultbook[site]'")
    desk = Desk(book, problems, paths[0])
    try:
        server = PreviewServer(desk, _free(port))
    except ShellError as error:
        usage(str(error))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        usage(f"port {port} cannot be used: {reason}; leave --port out for a free one")
    with server, desk, watching(folder, desk.take):
        typer.echo(f"{server.page_address} shows {paths[0]} and reloads when it is saved; end it with Ctrl-C")
        if _wants_browser() if browse is None else browse:
            typer.launch(server.page_address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    typer.echo("")


def _free(port: int | None) -> int:
    """Return *port*, or without one the usual, or 0, which stands for any, where that is taken."""
    if port is not None:
        return port
    with socket.socket() as tried:
        return _PORT if tried.connect_ex(("127.0.0.1", _PORT)) else 0


def _wants_browser() -> bool:
    """Return whether somebody sits before a display and looks at what is printed."""
    display = sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return display and sys.stdout.isatty() and not os.environ.get("SSH_CONNECTION")


def _style(text: str, how: str) -> str:
    return typer.style(text, bold=True) if how == "bold" else typer.style(text, fg=how)
