"""The command line: parse, call the core, show. With the modules of commands, the only one that prints or exits.

Exit codes: 0 clean, 1 problems or failures, 2 wrong use.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from faultbook import __version__
from faultbook.author_commands import check, new
from faultbook.ci_commands import ci
from faultbook.commands import Format, Ids, Root, Shown, book_root, chosen_entries, load, show_problems, usage
from faultbook.desk_commands import diff, preview
from faultbook.export_commands import export
from faultbook.fleet_commands import run_on
from faultbook.reader_commands import diagnose, explain

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,  # plain help starts twice as fast
    help="An encyclopedia of ML training and serving failures in which every claim runs.",
)
for _command in (diagnose, explain, check, new, preview, diff, export):
    app.command()(_command)
app.add_typer(ci, name="ci")


def main() -> None:
    """Run the command line."""
    try:
        app(_with_all(sys.argv[1:]))
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        sys.stderr.close()
        sys.exit(0)


def _with_all(arguments: list[str]) -> list[str]:
    """Return *arguments* with 'all' after an ``--explain`` that names no entry."""
    filled = []
    for index, argument in enumerate(arguments):
        filled.append(argument)
        following = arguments[index + 1] if index + 1 < len(arguments) else "-"
        if argument == "--explain" and (following.startswith("-") or Path(following).exists()):
            filled.append("all")
    return filled


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        typer.echo(f"faultbook {__version__}")
        raise typer.Exit


@app.command()
def pages(
    to: Annotated[Path, typer.Option("--to", help="The folder to write into; made when missing.")],
    root: Root = None,
) -> None:
    """Write every page as a file that any site engine can build."""
    from faultbook.pages import write_pages
    from faultbook.rules import RULES

    book, problems = load(root)
    if problems:
        show_problems(problems, Format.TEXT)
        raise typer.Exit(1)
    count = write_pages(book, to=to, rules=RULES)
    typer.echo(f"wrote {count} pages to {to}")


@app.command()
def generate(
    check_only: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail when a committed file differs.")
    ] = False,
    root: Root = None,
) -> None:
    """Write the generated files that are committed: schemas, README's counts, addresses, CHANGELOG's entries."""
    from faultbook.diff.changelog import with_entries
    from faultbook.pages.published import listed_now
    from faultbook.pages.search_words import words_module
    from faultbook.schema import IDS_SCHEMA, entry_schema, ids_schema
    from faultbook.snippets.gate import gate
    from faultbook.stats import read_stats, with_sentences

    folder = book_root(root)
    book, _ = load(root)
    proofs = gate(book)
    readme, broken = folder / "README.md", False
    words = folder / "site_plugins" / "faultbook_mkdocs" / "assets" / "search-words.js"
    titles = {entry.id: entry.title for entry in book.entries.values()}
    makers: dict[Path, Callable[[], str]] = {
        folder / "entries" / "entry.schema.json": entry_schema,
        folder / "entries" / IDS_SCHEMA: lambda: ids_schema(titles, book.by_stack()),
    }
    if words.is_file():  # the book that the tool comes with
        makers[words] = words_module
    if readme.is_file():
        text = readme.read_text("utf-8")
        makers[readme] = lambda: with_sentences(text, read_stats(book, proofs=proofs))
    changelog = folder / "CHANGELOG.md"
    if changelog.is_file():
        told = changelog.read_text("utf-8")
        makers[changelog] = lambda: with_entries(told, book)
    if (folder / "mkdocs.yml").is_file():  # a book with a site
        file, addresses, lost = listed_now(book, proofs)
        makers[file] = lambda: addresses
        broken = bool(show_problems(lost, Format.TEXT))
    differing = [file for file, make in makers.items() if not file.is_file() or file.read_text("utf-8") != make()]
    for file in differing:
        if check_only:
            typer.echo(f"{file} differs from what the model says; run: faultbook generate", err=True)
        else:
            file.write_text(makers[file](), encoding="utf-8")
            typer.echo(f"wrote {file}")
    raise typer.Exit(1 if broken or (differing and check_only) else 0)


@app.command()
def stats(
    as_json: Annotated[bool, typer.Option("--json", help="The same as JSON.")] = False,
    root: Root = None,
) -> None:
    """Count the book: entries by area, layer, phase, stack and kind of proof, and what they stand on."""
    from dataclasses import asdict

    from faultbook.rules import check as check_book
    from faultbook.stats import as_text, read_stats

    book, problems = load(root)
    counts = read_stats(book, (*problems, *check_book(book)))
    typer.echo(json.dumps(asdict(counts), indent=2) if as_json else as_text(counts))


Target = Annotated[str, typer.Option("--target", help="cpu, sm_90, sm_120 ... or auto: this machine's own, and cpu.")]
Provision = Annotated[bool, typer.Option("--provision", help="Make environments for parts that need other packages.")]


@app.command()
def run(
    ids: Ids = None,
    target: Target = "auto",
    provision: Provision = False,
    stale: Annotated[
        bool, typer.Option("--stale", help="Only parts without a passing record of what they are now.")
    ] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Put what a part prints into its docstring.")] = False,
    origins: Annotated[
        bool, typer.Option("--origins", help="Trace each text to a release, a run or a document.")
    ] = False,
    heavy: Annotated[
        bool, typer.Option("--heavy", help="Also parts of the group 'heavy', such as vLLM engines.")
    ] = False,
    part: Annotated[str | None, typer.Option("--part", help="Only the part of this name.")] = None,
    shard: Annotated[str | None, typer.Option("--shard", metavar="I/N", help="Only the I-th of N shares.")] = None,
    junitxml: Annotated[Path | None, typer.Option("--junitxml", help="Also write the results as JUnit XML.")] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Parts at once; by default one a processor, at most 8.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start each command in a fresh interpreter, not from a warm parent.")
    ] = False,
    on: Annotated[
        str | None, typer.Option("--on", metavar="ray[://HOST[:PORT]]", help="Run on a Ray cluster, not here.")
    ] = None,
    root: Root = None,
) -> None:
    """Run entries' parts, here or on a cluster, show what happened, and write their records."""
    from faultbook.run_commands import run_locally
    from faultbook.session import Session, Step, is_share, junit, tally, unshown
    from faultbook.snippets.part import TARGETS

    if target not in (targets := ("auto", *TARGETS)):  # none is guessed: h100 would look like sm_100 and is sm_90
        usage(f"no target '{target}'", f"the targets are {', '.join(targets)}")
    if shard is not None and not is_share(shard):
        usage(f"'{shard}' is no share", "write --shard i/n with 1 <= i <= n")
    book, problems = load(root)
    chosen = chosen_entries(book, ids)
    if problems:
        show_problems(problems, Format.TEXT)
    session = Session(book, typer.echo)
    here = {"--accept": accept, "--origins": origins, "--jobs": jobs is not None, "--fresh": fresh}
    if on is not None and any(here.values()):
        usage(f"{next(name for name, given in here.items() if given)} works on this machine alone", "leave out --on")
    if origins:
        raise typer.Exit(1 if session.trace(chosen) else 0)
    wanted = "any" if on is not None and target == "auto" else target
    steps: list[Step] = session.plan(chosen, wanted, stale=stale, heavy=heavy, part=part, shard=shard)
    if not steps:
        typer.echo("nothing is stale" if stale else session.why_nothing(chosen, wanted, part))
        raise typer.Exit(2 if part and not stale else 1 if ids and not (stale or shard) else 0)
    if on is not None:
        results = run_on(on, book, steps, every=wanted == "any", provision=provision)
    else:
        results = run_locally(session, steps, jobs=jobs, fresh=fresh, provision=provision, accept=accept)
    if junitxml is not None:
        junitxml.parent.mkdir(parents=True, exist_ok=True)
        junitxml.write_text(junit(results), encoding="utf-8")
    typer.echo(tally(results))
    if idle := unshown(results) if ids else []:
        typer.echo(f"nothing of {', '.join(idle)} could run {'here' if on is None else 'there'}", err=True)
    bad = any(result.state in {"failed", "lost"} for result in results)
    raise typer.Exit(1 if bad or problems or idle else 0)


@app.command()
def gate(
    ids: Ids = None,
    shown: Shown = Format.TEXT,
    report: Annotated[bool, typer.Option("--report", help="Exit cleanly whatever is not proven.")] = False,
    root: Root = None,
) -> None:
    """Say of each entry whether it is proven, and what it lacks."""
    from faultbook.checking import check_folder
    from faultbook.snippets.gate import gate as prove

    found = check_folder(book_root(root)).problems
    book, _ = load(root)
    chosen = {entry.id for entry in chosen_entries(book, ids)}
    proofs = {id_: proof for id_, proof in prove(book, found).items() if id_ in chosen}
    lacking = [proof for proof in proofs.values() if not proof.proven]
    if shown is Format.JSON:
        verdicts = {id_: {"proven": p.proven, "targets": p.targets, "lacks": p.lacks} for id_, p in proofs.items()}
        typer.echo(json.dumps(verdicts, indent=2))
    elif shown is Format.GITHUB:
        for proof in lacking:
            for lack in proof.lacks:
                typer.echo(f"::warning file={proof.entry.path},title=not proven::{lack.splitlines()[0]}")
    else:
        for proof in proofs.values():
            on = f" on {', '.join(proof.targets)}" if proof.targets else ""
            typer.echo(f"{'proven' if proof.proven else 'not proven':<11} {proof.entry.slug}{on}")
            for lack in proof.lacks:
                typer.echo(f"            - {lack}")
        typer.echo(f"{len(proofs) - len(lacking)} of {len(proofs)} entries are proven")
    broken = any(not document.values for document in book.documents.values())
    raise typer.Exit(1 if (lacking or broken) and not report else 0)


if __name__ == "__main__":
    main()
