"""The commands of a reader, ``diagnose`` and ``explain``: they work from the built-in book, offline, and start fast.

Nothing that models entries is loaded for an installed book.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from faultbook.diagnosis.engine import Engine
    from faultbook.diagnosis.scan import Extract

__all__ = ["DiagnosisFormat", "diagnose", "explain"]

_EXITS = {"no-failure": 0, "diagnosed": 1, "unrecognised": 1, "inconclusive": 3}
_LONG = 32 << 20  # bytes from which a bar shows how far the reading has come
_MOST_ON_A_CLUSTER = 1 << 17  # files of a folder; without a cluster they are those of one job that a person can look at
_COLOURS = {"red": typer.colors.RED, "yellow": typer.colors.YELLOW, "green": typer.colors.GREEN}


class DiagnosisFormat(StrEnum):
    """How the answer is shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def diagnose(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs of one job: files, folders, .gz .xz .bz2 .zst, or - .")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    shown: Annotated[DiagnosisFormat, typer.Option("--format", help="How to show the answer.")] = DiagnosisFormat.TEXT,
    explained: Annotated[
        str | None, typer.Option("--explain", metavar="[ENTRY]", help="Say how far each signature got in the logs.")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="LOG", help="A good run's log, to hold speed and loss against.")
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="ray[://HOST[:PORT]]", help="Read the logs on a Ray cluster that sees them too."),
    ] = None,
    root: Annotated[
        Path | None, typer.Option("--root", help="A book's folder; without it the book at hand or the built-in one.")
    ] = None,
) -> None:
    """Say what failed first in a job's logs, on which rank, and what to do. Nothing leaves this machine.

    Exit codes: 0 no failure, 1 a failure, 2 wrong use, 3 could not decide.
    """
    from faultbook.diagnosis import forms
    from faultbook.diagnosis.report import to_text
    from faultbook.diagnosis.session import engine_of, scan_all
    from faultbook.diagnosis.sources import SourceError, find_sources

    try:
        sources = find_sources(logs) if on is None else find_sources(logs, _MOST_ON_A_CLUSTER)
        good = find_sources([baseline])[:1] if baseline is not None else []
    except SourceError as error:
        _usage(str(error))
    content = _content(root) or _usage("no book is built in, and none is here or above; name one with --root")
    engine = engine_of(content)
    with _progress(sum(source.size or 0 for source in sources)) as tell:
        if on is None:
            extracts, unread = scan_all(engine, content, sources, tell)
        else:
            from faultbook.fleet_commands import scan_on

            extracts, unread = scan_on(on, engine, content, sources, tell)
        goods, unread_good = scan_all(engine, content, good, tell)
    if unread_good:
        _usage(unread_good[0])
    for reason in unread:
        typer.echo(f"faultbook: {reason}", err=True)
    if not extracts:
        raise typer.Exit(2)
    if explained is not None:
        typer.echo(_explained(engine, extracts, explained), nl=False)
        raise typer.Exit
    answer = engine.answer(extracts, goods[0] if goods else None)
    if as_json or shown is DiagnosisFormat.JSON:
        typer.echo(to_text(answer), nl=False)
    elif shown is DiagnosisFormat.GITHUB:
        typer.echo(forms.as_github(answer), nl=False)
    elif shown is DiagnosisFormat.SARIF:
        typer.echo(forms.as_sarif(answer), nl=False)
    else:
        typer.echo(forms.as_text(answer, _style if sys.stdout.isatty() else lambda text, _: text), nl=False)
    raise typer.Exit(_EXITS[answer["verdict"]])


def explain(
    name: Annotated[str | None, typer.Argument(help="A rule's name, or an entry's id; all without one.")] = None,
    root: Annotated[Path | None, typer.Option("--root", help="A book's folder; without it the book at hand.")] = None,
) -> None:
    """Print what a rule checks and why, or an entry's quick answer; without a name, list rules and entries."""
    from faultbook.place import did_you_mean
    from faultbook.rules import RULES
    from faultbook.signatures.compiled import about_from_json

    rules = {rule.name: rule for rule in RULES}
    content = _content(root)
    entries = about_from_json(content) if content is not None else {}
    if name is None:
        typer.echo("Rules:\n" + "".join(f"  {rule.name:<18} {rule.summary}\n" for rule in RULES))
        typer.echo("Entries:\n" + "".join(f"  {entry.slug}\n    {entry.title}\n" for entry in entries.values()))
        return
    if name in rules:
        typer.echo(f"{name}\n\n{rules[name].docs}")
        return
    entry = entries.get(name.rpartition("/")[2])
    if entry is None:
        near = did_you_mean(name, [*rules, *entries])
        _usage(f"'{name}' is neither a rule nor an entry" + (f"; {near}" if near else ""))
    typer.echo(f"{entry.title}\n({entry.slug}; severity {entry.severity})\n\n{entry.summary}\n")
    where = "What its code measures (no software prints it)" if entry.measured else "In a log"
    typer.echo(f"{where}:\n" + "".join(f"  {line}\n" for line in entry.sample.splitlines()))
    typer.echo(f"First fix ({entry.fix_name}; {entry.risk}): {entry.fix}\nVerify: {entry.verify}")


def _usage(message: str) -> NoReturn:
    typer.echo(f"faultbook: {message}", err=True)
    raise typer.Exit(2)


def _style(text: str, how: str) -> str:
    if how in {"bold", "dim"}:
        return typer.style(text, bold=how == "bold", dim=how == "dim")
    return typer.style(text, fg=_COLOURS[how], bold=True)


def _content(root: Path | None) -> dict[str, Any] | None:
    """Return the compiled book: a named one, that of the folder at hand, or the built-in one; ``None`` without any."""
    from faultbook.diagnosis.session import book_of, compiled_book

    if root is not None and not (root / "entries").is_dir():
        _usage(f"{root} holds no folder entries/")
    places = (Path.cwd(), *Path.cwd().parents)
    here = next((place for place in places if next((place / "entries").glob("*/*.yaml"), None)), None)
    folder = root or here
    if folder is not None:
        return book_of(folder)
    return compiled_book()


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal while much is read."""
    if total < _LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading", total=total)
        yield lambda count: progress.advance(task, count)


def _explained(engine: Engine, extracts: list[Extract], wanted: str) -> str:
    """Return how far each signature of an entry, or of all that got somewhere, came in the logs."""
    from faultbook.place import did_you_mean

    entry = wanted.rpartition("/")[2]
    if wanted != "all" and entry not in engine.about:
        _usage("; ".join(part for part in (f"no entry '{wanted}'", did_you_mean(entry, engine.about)) if part))
    lines = []
    for signature in engine.matcher.signatures:
        if wanted != "all" and signature.entry != entry:
            continue
        head = f"{engine.about[signature.entry].slug} {signature.name}"
        for extract in extracts:
            explanation = engine.matcher.explain(signature, extract.finds)
            if explanation is None:
                lines.append(f"{head}: matches in {extract.name}")
            elif wanted != "all" or explanation.captures or explanation.failed:
                lines.append(f"{head}: in {extract.name} {explanation}")
    return "".join(f"{line}\n" for line in lines) or "no signature matches, and none got beyond its first line\n"
