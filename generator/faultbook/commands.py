"""What the commands share: wrong use, the book at hand, and how problems are shown."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from faultbook.book import Book
    from faultbook.entry import Entry
    from faultbook.place import Problem

__all__ = [
    "CheckFormat",
    "Format",
    "Ids",
    "Root",
    "Shown",
    "book_root",
    "chosen_entries",
    "load",
    "rule_address",
    "show_problems",
    "site_address",
    "usage",
]


class Format(StrEnum):
    """How problems and verdicts are shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class CheckFormat(StrEnum):
    """How the problems of a check are shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids, area/id or paths; all without one.")]
Shown = Annotated[Format, typer.Option("--format", help="How to show the result.")]
Root = Annotated[Path | None, typer.Option("--root", help="The book's folder; found from here upwards without it.")]

#: What is found on files that no rule has a page for.
_WITHOUT_PAGE = {"exception"}
_SITE = re.compile(r"""^site_url:\s*["']?(https://[^\s"']+)""", re.MULTILINE)


def usage(message: str, hint: str | None = None) -> NoReturn:
    """Say in one line what is wrong with the call, and exit with 2."""
    typer.echo(f"faultbook: {message}" + (f"; {hint}" if hint else ""), err=True)
    raise typer.Exit(2)


def book_root(given: Path | None) -> Path:
    """Return the folder of the book: *given*, or the nearest from here upwards."""
    if given is not None:
        if not (given / "entries").is_dir():
            usage(f"{given} holds no folder entries/")
        return given
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "entries").is_dir():
            return folder
    return usage("no folder entries/ here or above", "change into a book or name it with --root")


def load(given: Path | None) -> tuple[Book, tuple[Problem, ...]]:
    """Return the book of the folder *given* or at hand, and what is wrong with its files."""
    from faultbook.book import load_book

    return load_book(book_root(given))


def chosen_entries(book: Book, ids: Sequence[str] | None) -> tuple[Entry, ...]:
    """Return the entries of *ids*, or all; a file that could not be read counts as known."""
    if not ids:
        return tuple(book.entries.values())
    chosen = []
    for id_ in ids:
        entry = book.get(id_)
        if entry is not None:
            chosen.append(entry)
        elif not book.paths(id_):
            usage(f"no entry '{id_}'", book.nearest(id_) or "list them with: faultbook explain")
    return tuple(chosen)


def site_address(root: Path) -> str | None:
    """Return the address of the book's site, with a slash at its end: SITE_URL's or mkdocs.yml's, if it is public."""
    address = os.environ.get("SITE_URL", "")
    if not address.startswith("https://"):
        try:
            found = _SITE.search((root / "mkdocs.yml").read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            found = None
        address = found[1] if found else ""
    return f"{address.rstrip('/')}/" if address else None


def rule_address(rule: str, site: str | None) -> str | None:
    """Return the address of a rule's page on *site*, if there is one."""
    return f"{site}rules/{rule}/" if site and rule not in _WITHOUT_PAGE else None


def show_problems(problems: Iterable[Problem], shown: CheckFormat | Format, site: str | None = None) -> int:
    """Print *problems*, and return how many; with *site* each links to its rule's page."""
    found = list(problems)
    if shown == CheckFormat.JSON:
        content = [
            problem.as_json() | {"fixable": problem.is_repairable, "url": rule_address(problem.rule, site)}
            for problem in found
        ]
        typer.echo(json.dumps(content, indent=2))
    elif shown == CheckFormat.SARIF:
        typer.echo(_sarif(found, site), nl=False)
    else:
        for problem in found:
            typer.echo(problem.as_github() if shown == CheckFormat.GITHUB else _text(problem, site) + "\n")
    return len(found)


def _text(problem: Problem, site: str | None) -> str:
    text = problem.text()
    if sys.stdout.isatty():
        head = str(problem)
        place, _, rest = head.partition(f": {problem.rule}: ")
        rule = typer.style(problem.rule, fg=typer.colors.RED, bold=True)
        text = f"{typer.style(place, bold=True)}: {rule}: {rest}" + text[len(head) :]
    if problem.rule in _WITHOUT_PAGE:
        return text
    address = rule_address(problem.rule, site)
    return f"{text}\n      why: faultbook explain {problem.rule}" + (f"   {address}" if address else "")


def _sarif(problems: list[Problem], site: str | None) -> str:
    from faultbook.rules import RULES
    from faultbook.sarif import Finding, SarifRule, sarif_text

    broken = {problem.rule for problem in problems}
    rules = [
        SarifRule(rule.name, rule.summary, rule.docs, rule_address(rule.name, site) or "", markdown=True)
        for rule in RULES
        if rule.name in broken
    ]
    findings = [
        Finding(
            problem.rule,
            "error",
            problem.sentence + (f"\nhint: {problem.hint}" if problem.hint else ""),
            problem.place.path,
            problem.place.line,
            problem.place.column,
            problem.place.end_column,
        )
        for problem in problems
    ]
    return sarif_text(rules, findings)
