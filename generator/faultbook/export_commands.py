"""The command ``export``: alert rules, entries, index and texts, of the book at hand or the one in the wheel.

Like ``cli.py`` it prints and exits; it loads what models entries only when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from faultbook.exports.published import PublishedEntry

__all__ = ["What", "export"]


class What(StrEnum):
    """What is exported."""

    ALERTS = "alerts"
    ALERT_TESTS = "alert-tests"
    INDEX = "index"
    JSON = "json"
    LLMS = "llms"
    MARKDOWN = "markdown"
    SIGNATURES = "signatures"


class AlertFormat(StrEnum):
    """How alerts are written."""

    PROMETHEUS = "prometheus"
    KUBERNETES = "kubernetes"


def export(
    what: Annotated[What, typer.Argument(help="What to write; see above.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids or area/id; all without one.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this file, not to the screen.")
    ] = None,
    form: Annotated[
        AlertFormat | None,
        typer.Option("--format", help="Of alerts: a rule file (prometheus), or a PrometheusRule (kubernetes)."),
    ] = None,
    address: Annotated[
        str, typer.Option("--address", envvar="SITE_URL", help="The site's address, which links begin with.")
    ] = "",
    proven: Annotated[bool, typer.Option("--proven", help="Only entries that are proven.")] = False,
    root: Annotated[
        Path | None, typer.Option("--root", help="A book's folder; without it the book at hand or the built-in one.")
    ] = None,
) -> None:
    """Write the book for machines, offline: alert rules, entries as JSON or Markdown, index, signatures.

    \b
    alerts       rules for Prometheus
    alert-tests  for each alert a case that fires it and one that does not, for promtool
    index        every entry in short, as index.json of the site
    json         entries in full, one a line
    llms         the list of the entries for language models
    markdown     entries in full, as Markdown
    signatures   what the engines read, as signatures.json of the site

    Exit codes: 0 written, 1 nothing to write (no chosen entry has an alert), 2 wrong use.
    """  # noqa: D301 -- the backspace keeps the list's lines apart in the help text
    if form is not None and what is not What.ALERTS:
        _usage(f"--format is for alerts; {what.value} has one form")
    if address and not address.startswith(("https://", "http://")):
        _usage(f"'{address}' is no address; write it with https://")
    address = f"{address.rstrip('/')}/" if address else ""
    every = {entry.id: entry for entry in _entries(root, address)}
    chosen = {entry.id: entry for entry in _chosen(every, ids) if entry.proven or not proven}
    if what in {What.ALERTS, What.ALERT_TESTS} and not any(entry.monitor for entry in chosen.values()):
        typer.echo("faultbook: no chosen entry has an alert", err=True)
        raise typer.Exit(1)
    text = _makers(every, chosen, address, form or AlertFormat.PROMETHEUS, root)[what]()
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        _usage(f"cannot write {output}: {error.strerror}")
    typer.echo(f"wrote {output}", err=True)


def _makers(
    every: Mapping[str, PublishedEntry],
    chosen: Mapping[str, PublishedEntry],
    address: str,
    form: AlertFormat,
    root: Path | None,
) -> dict[What, Callable[[], str]]:
    from faultbook.exports import alerts
    from faultbook.exports.published import index_text
    from faultbook.exports.text import json_text

    entries = tuple(chosen.values())
    rules = alerts.as_kubernetes if form is AlertFormat.KUBERNETES else alerts.as_prometheus

    def llms() -> str:
        from faultbook.pages.llms import llms_text

        return llms_text(entries, address)

    def markdown() -> str:
        from faultbook.pages.twin import twin

        return "\n".join(twin(entry, every) for entry in entries)

    return {
        What.ALERTS: lambda: rules(entries, address),
        What.ALERT_TESTS: lambda: alerts.as_tests(entries, address),
        What.INDEX: lambda: index_text(entries, address),
        What.JSON: lambda: "".join(json_text(entry.as_json(), sort_keys=True) + "\n" for entry in entries),
        What.LLMS: llms,
        What.MARKDOWN: markdown,
        What.SIGNATURES: lambda: _signatures(root, set(chosen)),
    }


def _signatures(root: Path | None, ids: set[str]) -> str:
    from faultbook.diagnosis.session import book_of, compiled_book
    from faultbook.diagnosis.shared import engine_json
    from faultbook.exports.sorted_json import sorted_json

    folder = _folder(root)
    content = (book_of(folder) if folder is not None else compiled_book()) or {}
    for name in ("signatures", "figures"):
        content[name] = [item for item in content[name] if item["entry"] in ids]
    content["entries"] = {id_: about for id_, about in content["entries"].items() if id_ in ids}
    return sorted_json({**content, "engine": engine_json()})


def _entries(root: Path | None, address: str) -> tuple[PublishedEntry, ...]:
    from faultbook.exports.library import carried_entries, entries_of

    folder = _folder(root)
    if folder is not None:
        return entries_of(folder, address)
    return carried_entries(address) or _usage("no book is built in, and none is here or above; name one with --root")


def _folder(root: Path | None) -> Path | None:
    """Return the book's folder: the named one, or that in which or under which the command runs."""
    if root is not None and not (root / "entries").is_dir():
        _usage(f"{root} holds no folder entries/")
    places = (Path.cwd(), *Path.cwd().parents)
    return root or next((place for place in places if next((place / "entries").glob("*/*.yaml"), None)), None)


def _chosen(every: Mapping[str, PublishedEntry], ids: list[str] | None) -> tuple[PublishedEntry, ...]:
    from faultbook.place import did_you_mean

    chosen = []
    for name in ids or every:
        entry = every.get(name.rpartition("/")[2])
        if entry is None or name not in {entry.id, entry.slug}:
            near = did_you_mean(name.rpartition("/")[2], every)
            _usage(f"no entry '{name}'; {near or 'list them with: faultbook explain'}")
        chosen.append(entry)
    return tuple(chosen)


def _usage(message: str) -> NoReturn:
    typer.echo(f"faultbook: {message}", err=True)
    raise typer.Exit(2)
