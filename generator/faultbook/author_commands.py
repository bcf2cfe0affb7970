"""The commands of an author, ``new`` and ``check``: from a log to an entry without a mistake."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from faultbook.commands import CheckFormat, Ids, Root, book_root, show_problems, site_address, usage

if TYPE_CHECKING:
    from faultbook.checking import Checked
    from faultbook.intake import Intake

__all__ = ["check", "new"]

_EXTRA = "pip install 'faultbook[author]'"


def check(
    ids: Ids = None,
    shown: Annotated[CheckFormat, typer.Option("--format", help="How to show the problems.")] = CheckFormat.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what is safe to repair, then show what is left.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change, and change nothing.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file of the book changes.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Find everything anew; nothing is kept.")] = False,
    root: Root = None,
) -> None:
    """Check entries by every rule; each problem has file, line, column, excerpt, hint and its rule's page.

    Exit codes: 0 clean, 1 problems (with --diff: something to repair), 2 wrong use.
    """
    from faultbook.checking import check_folder

    shown = CheckFormat.JSON if as_json else shown
    if watch and (fix or diff):
        usage("--watch only checks", "run --fix by itself")
    if watch and shown is not CheckFormat.TEXT:
        usage("--watch shows text", "leave --format out")
    folder = book_root(root)
    if watch:
        _watch(folder, ids, cached=not no_cache)
    if fix or diff:
        _repair(folder, ids, shown, only_show=diff)
    count = _show(check_folder(folder, cached=not no_cache), ids, shown, folder)
    raise typer.Exit(1 if count else 0)


def _paths(checked: Checked, ids: Sequence[str] | None) -> tuple[str, ...]:
    """Return the paths of the entries that *ids* name, or of all."""
    from faultbook.place import did_you_mean

    if not ids:
        return checked.paths
    for name in ids:
        if not checked.paths_of(name):
            known = [path.rpartition("/")[2].removesuffix(".yaml") for path in checked.paths]
            near = did_you_mean(Path(name).name.removesuffix(".yaml"), known)
            usage(f"no entry '{name}'", near or "list them with: faultbook explain")
    return tuple(dict.fromkeys(path for name in ids for path in checked.paths_of(name)))


def _show(checked: Checked, ids: Sequence[str] | None, shown: CheckFormat, root: Path) -> int:
    """Print the problems of the chosen entries, and return how many."""
    paths = _paths(checked, ids)
    problems = checked.of(paths) if ids else checked.problems
    count = show_problems(problems, shown, site_address(root))
    if shown is CheckFormat.TEXT:
        entries = f"{len(paths)} {'entry' if len(paths) == 1 else 'entries'}"
        typer.echo(f"{entries}: {count or 'no'} problem{'' if count == 1 else 's'}", err=bool(count))
        if fixable := sum(problem.is_repairable for problem in problems):
            them = "it" if fixable == 1 else "them"
            named = f" {' '.join(ids)}" if ids else ""
            typer.echo(f"{fixable} can be repaired; repair {them} with: faultbook check --fix{named}", err=True)
    return count


def _repair(folder: Path, ids: Sequence[str] | None, shown: CheckFormat, *, only_show: bool) -> None:
    """Repair, or show the difference that repairs would make, show what is left, and exit."""
    from faultbook.checking import check_folder
    from faultbook.repair import difference, repair, write

    chosen = _paths(check_folder(folder), ids)
    repaired = repair(folder, chosen if ids else None)
    if only_show:
        typer.echo(_coloured(difference(repaired)), nl=False)
        said = (
            f"{len(repaired.notes)} to repair in {_files(len(repaired.after))}"
            if repaired.after
            else "nothing to repair"
        )
        typer.echo(said, err=True)
        raise typer.Exit(1 if repaired.after else 0)
    if changed := write(folder, repaired):
        usage(f"{changed[0]} was changed meanwhile and is left as it is", "run it again")
    for note in repaired.notes:
        typer.echo(f"repaired {note}", err=True)
    count = _show(repaired.checked, ids, shown, folder)
    raise typer.Exit(1 if count else 0)


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"


def _coloured(difference: str) -> str:
    """Return a unified diff in colours on a terminal."""
    if not sys.stdout.isatty():
        return difference
    colours = {"+": typer.colors.GREEN, "-": typer.colors.RED, "@": typer.colors.CYAN}
    lines = difference.splitlines(keepends=True)
    return "".join(typer.style(line, fg=colours[line[0]]) if line[0] in colours else line for line in lines)


def _watch(folder: Path, ids: Sequence[str] | None, *, cached: bool) -> None:
    """Check, and again after each change, until the user stops it; exit as the last check did."""
    from faultbook.checking import check_folder, input_paths

    try:
        from watchfiles import watch
    except ImportError:
        usage("--watch needs the package watchfiles", f"install it with: {_EXTRA}")
    _paths(check_folder(folder, cached=cached), ids)  # a wrong id ends it before it begins
    count = 0

    def look() -> None:
        nonlocal count
        if sys.stdout.isatty():
            typer.clear()
        started = time.perf_counter()
        count = _show(check_folder(folder, cached=cached), ids, CheckFormat.TEXT, folder)
        stop = f"{time.strftime('%H:%M:%S')}, {time.perf_counter() - started:.1f} s; watching, stop with Ctrl-C"
        typer.echo(stop, err=True)

    try:
        look()
        for _ in watch(*input_paths(folder), raise_interrupt=True):
            look()
    except KeyboardInterrupt:
        typer.echo("", err=True)
    raise typer.Exit(1 if count else 0)


def new(
    slug: Annotated[
        str | None,
        typer.Argument(
            metavar="[AREA/ID]", help="Where it goes, as memory/cuda-oom-fragmentation; with --from a guess."
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option("--from", metavar="LOG", help="A log of the failure, or - : what it gives is filled in."),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also when an entry of the book knows the failure already.")
    ] = False,
    root: Root = None,
) -> None:
    """Start an entry and its parts, from a log of the failure if there is one; never overwrites a file.

    The message that failed first becomes the signature, with holes for what changes; stack and versions are those
    that the log names; secrets, addresses, hosts and names of people are masked. Exit code 1: an entry knows it.
    """
    folder = book_root(root)
    if slug is not None:
        _valid_slug(slug)
    if log is None:
        if slug is None:
            usage("no AREA/ID given", "write for example: faultbook new memory/cuda-oom-fragmentation --from crash.log")
        _write_new(folder, slug, None, "")
        return
    intake = _taken_in(folder, log)
    if intake.known and not anyway:
        _tell_known(intake, log)
        raise typer.Exit(1)
    if slug is None:
        slug = _asked(folder, intake.slug, log)
    _write_new(folder, slug, intake, log)


def _valid_slug(slug: str) -> None:
    if (fault := _fault_of(slug)) is not None:
        usage(*fault)


def _fault_of(slug: str) -> tuple[str, str | None] | None:
    """Return why *slug* is no AREA/ID, and what to do about it."""
    import re

    from faultbook.place import did_you_mean
    from faultbook.vocabulary import Area

    area, _, id_ = slug.partition("/")
    areas = [item.value for item in Area]
    if area not in areas:
        return f"'{area}' is no area; the areas are {', '.join(areas)}", did_you_mean(area, areas)
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", id_):
        return f"'{id_}' is no id", "use lower case, digits and single hyphens"
    return None


def _taken_in(folder: Path, log: str) -> Intake:
    from faultbook.book import load_book
    from faultbook.diagnosis.sources import SourceError, find_sources

    try:
        from faultbook.intake import take_in

        sources = find_sources([log])
        if len(sources) > 1:
            usage(
                f"{log} holds {len(sources)} logs",
                f"name the one that failed first; faultbook diagnose {log} says which",
            )
        return take_in(load_book(folder)[0], sources[0])
    except SourceError as error:
        usage(str(error))
    except ModuleNotFoundError as error:
        usage(f"--from needs the package {error.name}", f"install it with: {_EXTRA}")


def _tell_known(intake: Intake, log: str) -> None:
    """Say which entry knows the failure already."""
    entry = intake.known[0]
    typer.echo(f"{entry.slug} knows this failure, by line {intake.known_at} of {log}:")
    typer.echo(f"  {entry.title}")
    typer.echo(f"\nread it with: faultbook explain {entry.id}")
    typer.echo("If yours is another failure, start its entry with: --anyway")


def _asked(folder: Path, proposal: str, log: str) -> str:
    """Return area and id: asked for on a terminal, with *proposal* as the answer that Enter gives."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        usage("no AREA/ID given", f"from the message: faultbook new {proposal} --from {log}")
    while True:
        slug = str(typer.prompt("Where does it go, as AREA/ID?", default=proposal))
        fault = _fault_of(slug)
        if fault is None and not (taken := _taken_by(folder, slug)):
            return slug
        told = fault or (f"{taken} exists already", "choose another id")
        typer.echo("; ".join(part for part in told if part), err=True)


def _taken_by(folder: Path, slug: str) -> Path | None:
    """Return a file that stands where a file of the new entry *slug* would, or an entry with its id."""
    from faultbook.scaffold import new_parts

    files = [folder / "entries" / f"{slug}.yaml", *(folder / "snippets" / slug / name for name in new_parts(slug))]
    files += sorted(folder.glob(f"entries/*/{slug.rpartition('/')[2]}.yaml"))
    return next((file for file in files if file.exists()), None)


def _shown(file: Path) -> Path:
    """Return *file* as seen from the folder at hand, when it is below it."""
    return file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file


def _write_new(folder: Path, slug: str, intake: Intake | None, log: str) -> None:
    from faultbook.scaffold import Candidate, new_entry, new_parts

    if taken := _taken_by(folder, slug):
        usage(f"{_shown(taken)} exists already", "choose another id")
    id_ = slug.rpartition("/")[2]
    facts = intake.facts if intake is not None else None
    candidates = [
        Candidate(item.entry.id, item.entry.title, item.how, item.sample) for item in (intake.alike if intake else ())
    ]
    entry = folder / "entries" / f"{slug}.yaml"
    files = {entry: new_entry(slug, facts, candidates)}
    files |= {folder / "snippets" / slug / name: text for name, text in new_parts(slug, facts).items()}
    if intake is not None:
        _tell_intake(intake, log)
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as opened:  # a file that came into being meanwhile is left alone
            opened.write(text)
        typer.echo(f"wrote {_shown(file)}")
    typer.echo(f"\nnext: replace each '...' in {_shown(entry)}, write the two parts, and run: faultbook check {id_}")


def _tell_intake(intake: Intake, log: str) -> None:
    """Say what was taken from the log, and what is like it."""
    from faultbook.intake import hidden_text

    facts = intake.facts
    if not intake.failed:
        typer.echo("The log shows no failure; its last alarming line is taken. Is it the right log?", err=True)
    typer.echo(f"from line {facts.number} of {log}: {facts.line}" if facts.line else f"{log} holds no line to take")
    if facts.versions:
        typer.echo("versions: " + ", ".join(f"{name} {version}" for name, version in facts.versions))
    if intake.hidden:
        hidden = hidden_text(intake.hidden)
        typer.echo(f"masked: {hidden}. Read the sample before you commit it: no mask knows every secret.")
    if intake.alike:
        typer.echo("like it, and in the file as comments:")
        for item in intake.alike:
            typer.echo(f"  {item.entry.slug}: {item.entry.title}\n    {item.how}")
