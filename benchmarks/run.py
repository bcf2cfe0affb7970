"""What it costs to run one part more: forked from a warm parent, in an interpreter of its own, or in pytest's process.

N tiny doctests, each of which imports torch, are run by pytest: as parts of a book (`warm`, and with `--fresh` one
interpreter each), and as documents by the peers sybil, pytest-examples and mktestdocs, which run everything in pytest's
own process. All are whole processes, run in turn so that a slow moment of the machine hits all. One part more is the
time of N parts less that of one, shared out; the first part pays for the imports, so it stands apart.

The peers isolate nothing, and that is measured too: a document sets torch's default dtype, and the next one looks.

The peers are installed by pip into a folder of their own (build/peers); without a network they are left out.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from table import json_option, row, write

ROOT = Path(__file__).parent.parent
PEERS = ROOT / "build" / "peers"
_VERSIONS = ("sybil==10.1.0", "pytest-examples==0.0.18", "mktestdocs==0.2.5")
_OWN = "own process, group, limits, folder, HOME and environment; no network; nothing left running"
_NONE = "none: one process for all"
_LINES = ("import torch", "float(torch.ones({n}).sum())", "{n}.0")


@dataclasses.dataclass(frozen=True)
class Way:
    """A way to run documents."""

    name: str
    isolation: str
    write: Callable[[Path, int, Sequence[str]], None]
    """Writes a document of that number, whose lines are import, expression and value."""
    options: tuple[str, ...] = ()
    conftest: str = ""
    peer: bool = False


def write_part(folder: Path, number: int, lines: Sequence[str]) -> None:
    """Write a part of a book."""
    head = '# /// script\n# dependencies = ["torch>=2.8"]\n# ///\n'
    setup, expression, value = lines
    text = f'{head}"""Part {number}.\n\n>>> {expression}\n{value}\n"""\n\n{setup}\n'
    (folder / "entries").mkdir(exist_ok=True)
    place = folder / "snippets" / "training" / "sums"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"confirm_{number:04}.py").write_text(text, encoding="utf-8")


def write_doctest(folder: Path, number: int, lines: Sequence[str]) -> None:
    """Write a text with examples."""
    setup, expression, value = lines
    steps = "".join(f">>> {line}\n" for line in setup.split("; "))
    (folder / f"part_{number:04}.txt").write_text(f"{steps}>>> {expression}\n{value}\n", encoding="utf-8")


def write_markdown(folder: Path, number: int, lines: Sequence[str]) -> None:
    """Write Markdown with a block of Python."""
    setup, expression, value = lines
    text = f"```python\n{setup}\nassert str({expression}) == '{value}'\n```\n"
    (folder / f"part_{number:04}.md").write_text(text, encoding="utf-8")


SYBIL = """
from sybil import Sybil
from sybil.parsers.doctest import DocTestParser
pytest_collect_file = Sybil(parsers=[DocTestParser()], patterns=["part_*.txt"]).pytest()
"""
EXAMPLES = """
import pytest
from pytest_examples import find_examples
def pytest_generate_tests(metafunc):
    found = sorted(find_examples("."), key=str)
    metafunc.parametrize("example", found, ids=str)
"""
EXAMPLES_TEST = "def test_it(example, eval_example):\n    eval_example.run(example)\n"
MARKDOWN_TEST = """
import pathlib, pytest
from mktestdocs import check_md_file
@pytest.mark.parametrize("file", sorted(pathlib.Path(".").glob("part_*.md")), ids=str)
def test_it(file):
    check_md_file(fpath=file)
"""

WAYS = (
    Way("faultbook, warm", _OWN, write_part, ("snippets",)),
    Way("faultbook, fresh", _OWN, write_part, ("snippets", "--fresh")),
    Way("sybil", _NONE, write_doctest, (), SYBIL, peer=True),
    Way("pytest-examples", _NONE, write_markdown, (), EXAMPLES, peer=True),
    Way("mktestdocs", _NONE, write_markdown, (), "", peer=True),
)


def install() -> bool:
    """Install the peers, unless they are there; return whether they are."""
    wanted = PEERS / " ".join(_VERSIONS)
    if wanted.exists():
        return True
    print("installing the peers into build/peers ...", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--target", str(PEERS), *_VERSIONS]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        print(f"without the peers, which pip could not install: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return False
    wanted.touch()
    return True


def make(way: Way, folder: Path, documents: Sequence[Sequence[str]]) -> None:
    """Write the documents and what makes pytest run them."""
    for number, lines in enumerate(documents):
        way.write(folder, number, lines)
    if way.peer:
        (folder / "conftest.py").write_text(way.conftest, encoding="utf-8")
        test = {"pytest-examples": EXAMPLES_TEST, "mktestdocs": MARKDOWN_TEST}.get(way.name)
        if test is not None:
            (folder / "test_it.py").write_text(test, encoding="utf-8")


def run(way: Way, folder: Path) -> tuple[float, float, str]:
    """Return the wall and CPU seconds of pytest in *folder*, and what it said of documents that failed."""
    env = {**os.environ, "PYTHONPATH": str(PEERS)} if way.peer else dict(os.environ)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--tb=native",
        "--rootdir",
        ".",
        *way.options,
    ]
    used, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=env)
    wall, now = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return wall, cpu, done.stdout + done.stderr if done.returncode or " passed" not in done.stdout else ""


class PeerFailedError(Exception):
    """A peer did not run documents that are right."""


def timed(way: Way, count: int) -> tuple[float, float]:
    """Return the wall and CPU seconds of *count* documents, all of which pass."""
    documents = [[line.format(n=number + 1) for line in _LINES] for number in range(count)]
    with tempfile.TemporaryDirectory() as name:
        make(way, Path(name), documents)
        wall, cpu, said = run(way, Path(name))
    if said:
        raise PeerFailedError(f"{way.name} did not run {count} documents:\n{said[-3000:]}")
    return wall, cpu


def leaks(way: Way) -> bool:
    """Return whether a document sees what the one before it set."""
    look = "str(torch.get_default_dtype())" if way.write is write_markdown else "print(torch.get_default_dtype())"
    change = "import torch; torch.set_default_dtype(torch.float64)"
    with tempfile.TemporaryDirectory() as name:
        make(way, Path(name), [(change, look, "torch.float64"), ("import torch", look, "torch.float32")])
        said = run(way, Path(name))[2]
    if said and "1 failed" not in said:
        raise PeerFailedError(f"{way.name} did not run two documents:\n{said[-3000:]}")
    return bool(said)


def measured(
    ways: Sequence[Way], parts: int, rounds: int
) -> tuple[dict[tuple[str, int], list[tuple[float, float]]], set[str]]:
    """Return the times of each way, with one document and with *parts*, and the peers that did not run them."""
    found: dict[tuple[str, int], list[tuple[float, float]]] = {}
    lost: set[str] = set()
    for turn in range(rounds):
        for count in (1, parts):
            for way in [way for way in ways if way.name not in lost]:
                print(f"round {turn + 1} of {rounds}: {count} by {way.name}", file=sys.stderr)
                try:
                    found.setdefault((way.name, count), []).append(timed(way, count))
                except PeerFailedError as error:
                    if not way.peer:
                        sys.exit(str(error))
                    print(f"it is left out: {error}", file=sys.stderr)
                    lost.add(way.name)
    return found, lost


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, default=8, metavar="N", help="documents of the larger run (default 8)")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each, whose median counts (default 2)")
    json_option(parser)
    arguments = parser.parse_args()
    if arguments.parts < 2 or arguments.rounds < 1:
        parser.error("--parts is at least 2, --rounds at least 1")
    ways = [way for way in WAYS if not way.peer] if not install() else list(WAYS)
    found, lost = measured(ways, arguments.parts, arguments.rounds)
    ways = [way for way in ways if way.name not in lost]

    def seconds(name: str, count: int, which: int) -> float:
        return statistics.median(item[which] for item in found[name, count])

    def more(name: str, which: int) -> float:
        return (seconds(name, arguments.parts, which) - seconds(name, 1, which)) / (arguments.parts - 1)

    fresh = more("faultbook, fresh", 1)
    print(f"{'':<18}{'first part':>11}{'one more':>10}{'CPU of it':>11}{'of fresh':>10}{'leaks':>7}  isolation")
    for way in ways:
        wall, cpu = more(way.name, 0), more(way.name, 1)
        try:
            leak = "yes" if leaks(way) else "no"
        except PeerFailedError:
            leak = "?"
        first = seconds(way.name, 1, 0)
        print(
            f"{way.name:<18}{first:>9.2f} s{wall * 1000:>7.0f} ms{cpu * 1000:>8.0f} ms{cpu / fresh:>9.3f}x{leak:>7}"
            f"  {way.isolation}"
        )
    warm, own = more("faultbook, warm", 0), max(0.0, min((more(way.name, 0) for way in ways if way.peer), default=0.0))
    rows = [
        row("run", "one more part", warm, peer=more("faultbook, fresh", 0), peer_name="a fresh interpreter"),
        row("run", "of that, not the part's own work", max(0.0, warm - own), most=0.1),
    ]
    if warm <= 0:
        sys.exit("too few documents to tell what one more takes: give more --parts or --rounds")
    write(arguments.json, rows)


if __name__ == "__main__":
    main()
