"""What it costs to run one part more: forked from a warm parent, in an interpreter of its own, or in pytest's process.

N tiny documents, each of which imports torch, are run by pytest: as parts of a book (`warm`, and with `--fresh` one
interpreter each), and as documents by the peers sybil, pytest-examples and mktestdocs, which run everything in pytest's
own process. Ways take turns so that a slow moment of the machine hits all. One part more is the median of what pytest
waited for a document; the first, which pays for the imports, stands apart, with all else that such a run takes. Fresh
interpreters take the import's time each, so they get fewer parts.

A part's own work is the time that it takes by its own clock, from its first statement after the imports to its last.
What is left of one part more is what it costs to run it.

The peers isolate nothing, and that is measured too: the first document sets torch's default dtype, the last one looks.

The peers are installed by pip into a folder of their own (build/peers); without a network they are left out.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from table import json_option, row, write

ROOT = Path(__file__).parent.parent
PEERS = ROOT / "build" / "peers"
_VERSIONS = ("sybil==10.1.0", "pytest-examples==0.0.18", "mktestdocs==0.2.5")
_OWN = "own process, group, limits, folder, HOME and environment; no network; nothing left running"
_NONE = "none: one process for all"
_CHANGE = "import torch; torch.set_default_dtype(torch.float64)"
_LOOK = "str(torch.get_default_dtype())"


@dataclasses.dataclass(frozen=True)
class Document:
    """What one document does and shows, for whichever way runs it."""

    number: int
    setup: str
    expression: str
    value: str


@dataclasses.dataclass(frozen=True)
class Times:
    """The seconds of one run of pytest."""

    first: float
    """All but what the documents after the first took: the start, the imports, the first document, the end."""
    others: tuple[float, ...]
    """Of each document after the first, as pytest waited for it."""
    own: tuple[float, ...]
    """Of each part by its own clock; nothing for peers, whose documents are not asked."""
    leaks: bool
    """Whether the last document saw what the first one set."""


@dataclasses.dataclass(frozen=True)
class Way:
    """A way to run documents."""

    name: str
    isolation: str
    write: Callable[[Path, Document], None]
    options: tuple[str, ...] = ()
    conftest: str = ""
    peer: bool = False


def write_part(folder: Path, document: Document) -> None:
    """Write a part of a book, which also says how long it took."""
    (folder / "entries").mkdir(exist_ok=True)
    place = folder / "snippets" / "training" / "sums"
    place.mkdir(parents=True, exist_ok=True)
    name = f"confirm_{document.number:04}.py"
    text = f"""\
# /// script
# dependencies = ["torch>=2.8"]
# ///
\"\"\"Part {document.number}.

$ python {name}
{document.value}
\"\"\"

{document.setup.partition("; ")[0]}
from time import monotonic

begun = monotonic()
{document.setup.partition("; ")[2]}
print({document.expression})
print('faultbook-measures: {{"own": %.6f}}' % (monotonic() - begun))
"""
    (place / name).write_text(text, encoding="utf-8")


def write_doctest(folder: Path, document: Document) -> None:
    """Write a text with examples."""
    steps = "".join(f">>> {line}\n" for line in document.setup.split("; "))
    text = f"{steps}>>> print({document.expression})\n{document.value}\n"
    (folder / f"part_{document.number:04}.txt").write_text(text, encoding="utf-8")


def write_markdown(folder: Path, document: Document) -> None:
    """Write Markdown with a block of Python."""
    text = f"```python\n{document.setup}\nassert str({document.expression}) == '{document.value}'\n```\n"
    (folder / f"part_{document.number:04}.md").write_text(text, encoding="utf-8")


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
    Way("faultbook, warm", _OWN, write_part, ("snippets", "--record")),
    Way("faultbook, fresh", _OWN, write_part, ("snippets", "--record", "--fresh")),
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


def documents(count: int) -> list[Document]:
    """Return *count* documents, of which the first changes something and the last looks."""
    made = [Document(n, "import torch", f"float(torch.ones({n + 1}).sum())", f"{n + 1}.0") for n in range(count)]
    made[0] = dataclasses.replace(made[0], setup=_CHANGE)
    made[-1] = dataclasses.replace(made[-1], expression=_LOOK, value="torch.float32")
    return made


def make(way: Way, folder: Path, count: int) -> None:
    """Write the documents and what makes pytest run them."""
    for document in documents(count):
        way.write(folder, document)
    if way.peer:
        (folder / "conftest.py").write_text(way.conftest, encoding="utf-8")
        test = {"pytest-examples": EXAMPLES_TEST, "mktestdocs": MARKDOWN_TEST}.get(way.name)
        if test is not None:
            (folder / "test_it.py").write_text(test, encoding="utf-8")


class PeerFailedError(Exception):
    """A peer did not run documents that are right."""


def timed(way: Way, count: int) -> Times:
    """Return what pytest takes for *count* documents, of which only one that looks at the first may fail.

    Raises:
        PeerFailedError: when something else fails.

    """
    env = {**os.environ, "PYTHONPATH": str(PEERS)} if way.peer else dict(os.environ)
    # In one line, since pytest-examples makes tracebacks that Python's own printer cannot read.
    options = ["-q", "-p", "no:cacheprovider", "--tb=line", "--rootdir", ".", "--junitxml", "times.xml"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(way, folder, count)
        command = [sys.executable, "-m", "pytest", *options, *way.options]
        begun = time.monotonic()
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=env)
        wall = time.monotonic() - begun
        said = f"{way.name} did not run {count} documents:\n{(done.stdout + done.stderr)[-3000:]}"
        if not (folder / "times.xml").is_file():
            raise PeerFailedError(said)
        cases = list(ET.parse(folder / "times.xml").iter("testcase"))  # noqa: S314 - ours
        records = [json.loads(file.read_bytes()) for file in folder.glob("evidence/*/*/*.json")]
    seconds: dict[str, float] = {}  # of each document; some make a test of each of its lines
    for case in cases:
        number = re.findall(r"_(\d{4})", case.get("classname", "") + case.get("name", ""))[-1]
        seconds[number] = seconds.get(number, 0.0) + float(case.get("time", 0))
    failed = [case for case in cases if len(case)]
    if len(seconds) != count or failed not in ([], cases[-1:]):
        raise PeerFailedError(said)
    _, *others = (took for _, took in sorted(seconds.items()))
    own = tuple(record["measures"]["own"] for record in records)
    return Times(wall - sum(others), tuple(others), own, leaks=bool(failed))


def measured(ways: Sequence[Way], counts: Mapping[str, int], rounds: int) -> dict[str, list[Times]]:
    """Return the times of each way with as many documents as *counts* says; peers that fail have none."""
    found: dict[str, list[Times]] = {way.name: [] for way in ways}
    for turn in range(rounds):
        for way in [way for way in ways if way.name in found]:
            print(f"round {turn + 1} of {rounds}: {counts[way.name]} by {way.name}", file=sys.stderr)
            try:
                found[way.name].append(timed(way, counts[way.name]))
            except PeerFailedError as error:
                if not way.peer:
                    sys.exit(str(error))
                print(f"it is left out: {error}", file=sys.stderr)
                del found[way.name]
    return found


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, default=24, metavar="N", help="documents of the larger run (default 24)")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each way (default 2)")
    json_option(parser)
    arguments = parser.parse_args()
    if arguments.parts < 2 or arguments.rounds < 1:
        parser.error("--parts is at least 2, --rounds at least 1")
    ways = [way for way in WAYS if not way.peer] if not install() else list(WAYS)
    counts = {way.name: max(2, arguments.parts // 8) if "--fresh" in way.options else arguments.parts for way in ways}
    found = measured(ways, counts, arguments.rounds)

    def more(name: str) -> float:
        return statistics.median(took for times in found[name] for took in times.others)

    fresh, warm = more("faultbook, fresh"), more("faultbook, warm")
    own = statistics.median(took for times in found["faultbook, warm"] for took in times.own)
    print(f"{'':<18}{'first part':>11}{'one more':>11}{'of fresh':>10}{'leaks':>7}  isolation")
    for way in [way for way in ways if way.name in found]:
        first = statistics.median(times.first for times in found[way.name])
        leaks = "yes" if any(times.leaks for times in found[way.name]) else "no"
        took = more(way.name)
        print(f"{way.name:<18}{first:>9.2f} s{took * 1000:>8.1f} ms{took / fresh:>9.3f}x{leaks:>7}  {way.isolation}")
    print(f"\na part's own work, by its own clock: {own * 1000:.1f} ms")
    rows = [
        row("run", "one more part", warm, peer=fresh, peer_name="a fresh interpreter"),
        row("run", "of that, not the part's own work", max(0.0, warm - own), most=0.1),
    ]
    write(arguments.json, rows)


if __name__ == "__main__":
    main()
