"""How long `faultbook check` takes beside the schema check that people use instead, in one run, as ratios.

The peer, check-jsonschema, only holds the entries against the same JSON Schema: no samples, no relations, no proof.
All are whole processes, run in turn so that a slow moment of the machine hits all; what counts is their CPU time,
which others on the machine disturb least. Books are copies of this one's entries, parts and
records, with their words and messages told apart.

Cold finds everything anew, edited has one entry changed since the last check, warm has none. Beside the CPU time stands
the time that a person waits, which is less where several processes look at entries.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from table import Row, json_option, row, write

#: Seconds that a person may wait.
BOUNDS = {
    (100, "check, cold"): 2.0,
    (100, "check, warm"): 0.3,
    (1000, "check, cold"): 3.0,
    (1000, "check, warm"): 0.5,
}
ROOT = Path(__file__).parent.parent
_ROUNDS = 4  # in which what has a problem in a copy is left out, and then what named it
_KINDS = ("entries", "snippets", "evidence")
_AROUND = ("incidents", "tests/benign", "comparisons.yaml", "addresses.txt")


def seconds(command: list[str], folder: Path, cache: Path) -> tuple[float, float]:
    """Return the CPU time of one run of *command* and the time it took, whatever it finds."""
    started = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, cwd=folder, check=False, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)}
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in {0, 1}:
        sys.exit(done.stderr.decode())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - started


def make_book(folder: Path, count: int, tool: str) -> int:
    """Write a book of *count* entries: those of this book, again and again in other words and with other messages.

    What cannot be told apart so without a problem, as *tool* finds them, is copied in no turn but the first. The number
    of problems that are left is returned.
    """
    files = sorted((ROOT / "entries").glob("*/*.yaml"))
    copied = files
    for _ in range(_ROUNDS):
        shutil.rmtree(folder, ignore_errors=True)
        _write_book(folder, min(count, len(files) + 2 * len(copied)), files, copied)
        faulty = {_stem_of(problem["path"], files) for problem in problems_of(folder, tool)}
        if not faulty or count <= len(files):
            break
        copied = [file for file in copied if file.stem not in faulty]
    shutil.rmtree(folder, ignore_errors=True)
    _write_book(folder, count, files, copied)
    return len(problems_of(folder, tool))


def problems_of(folder: Path, tool: str) -> list[Any]:
    """Return what the check finds in the book at *folder*."""
    command = [tool, "check", "--no-cache", "--format", "json"]
    found: list[Any] = json.loads(subprocess.run(command, cwd=folder, check=False, capture_output=True).stdout)
    return found


def _stem_of(path: str, files: list[Path]) -> str:
    """Return the id of the one of *files* of which the entry that the file at *path* belongs to is a copy."""
    id_ = path.split("/")[2].removesuffix(".yaml")
    return id_ if any(file.stem == id_ for file in files) else id_.rpartition("-")[0]


def _write_book(folder: Path, count: int, files: list[Path], copied: list[Path]) -> None:
    for path in _AROUND if count >= len(files) else ():  # they name entries that a smaller book lacks
        source = ROOT / path
        if source.is_dir():
            shutil.copytree(source, folder / path)
        elif source.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / path)
    rest = max(count - len(files), 0)
    turns = [(file, 0) for file in files[:count]]
    turns += [(copied[number % len(copied)], number // len(copied) + 1) for number in range(rest)]
    for file, turn in turns:
        name = f"{file.stem}{_ending(turn)}"
        for kind in _KINDS:
            source = ROOT / kind / file.parent.name / (file.name if kind == "entries" else file.stem)
            target = folder / kind / file.parent.name / (f"{name}.yaml" if kind == "entries" else name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        there = {other.stem for other, of in turns if of == turn}
        if turn:
            _tell_apart(folder, f"{file.parent.name}/{file.stem}", f"{file.parent.name}/{name}", turn, there)
        elif count < len(files):
            _close(folder / "entries" / file.parent.name / f"{name}.yaml", {f.stem for f in files} - there)


def _ending(turn: int) -> str:
    return f"-{turn}" if turn else ""


def _close(entry: Path, absent: set[str]) -> None:
    """Take out of an entry what names entries that a smaller book lacks: their problems would be measured instead."""
    text = entry.read_text("utf-8")
    for id_ in absent:
        text = re.sub(rf"(?m)^ *- \{{\w+: {id_}, .*\n|^ *- \w+: {id_}\n +because: .*\n", "", text)
        text = re.sub(rf"(?m)(is: ){id_}\b", r"\1unlisted", text)
        text = re.sub(rf"(rules_out: \[[^\]]*?)(?:, )?\b{id_}\b(?:, )?", r"\1", text)
    entry.write_text(text, encoding="utf-8")


#: What is left as it is in a copy: holes of templates, targets of links, code.
_WORD = re.compile(r"\]\([^)]*\)|`[^`]*`|[A-Za-z]{2,}")
_WORD_OF_A_LOG = re.compile(r"<\w+:[a-z]+>|<_>|(?<![0-9A-Za-z])[A-Za-z]{3,}(?![0-9A-Za-z])")
_KEPT = {"origin", "sources", "affects", "code", "run", "where", "figures", "expr", "metrics", "fires", "silent"}
_WORDS_OF_THE_BOOK = {"status", "severity", "layer", "phase", "stacks", "role", "strength", "risk", "for"}
_LONGEST_TITLE = 120


def _tell_apart(folder: Path, old: str, new: str, turn: int, there: set[str]) -> None:  # noqa: C901 -- small helpers
    """Give a copy words, messages and records of its own, and relations to the copies that are *there*."""
    letters, left = "", turn
    while left:
        letters, left = letters + "qzxjkvwbcdfghlmnprst"[left % 20], left // 20

    def said(text: str, word: re.Pattern[str] = _WORD) -> str:
        return word.sub(lambda found: found[0] + (letters if found[0].isalpha() else ""), text)

    def other(id_: str) -> str:
        return f"{id_}{_ending(turn)}" if id_ in there else "unlisted"

    def copied(value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            return said(value, _WORD_OF_A_LOG if key in {"lines", "text", "captures"} else _WORD)
        if isinstance(value, list):
            return [copied(item, key) for item in value]
        if isinstance(value, dict):
            return {name: changed(name if key != "captures" else key, item) for name, item in value.items()}
        return value

    def changed(name: str, value: Any) -> Any:
        if name in _KEPT | _WORDS_OF_THE_BOOK:
            return value
        if name == "is":
            return value if value == "healthy" else other(value)
        if name == "rules_out":
            return [other(id_) for id_ in value if id_ in there]
        if name == "alert":
            return f"{value}{letters.upper()}"
        return copied(value, name)

    entry = folder / "entries" / f"{new}.yaml"
    values = yaml.safe_load(entry.read_text("utf-8"))
    related = [
        {kind: copied(text) if kind == "because" else other(text) for kind, text in item.items()}
        for item in values.get("related", ())
        if there.intersection(item.values())
    ]
    values = {
        name: [{**item, "note": said(item["note"])} if "note" in item else item for item in value]
        if name == "affects"
        else changed(name, value)
        for name, value in values.items()
        if name != "related" or related
    }
    values["title"] = values["title"][:_LONGEST_TITLE].strip()
    if related:
        values["related"] = related
    entry.write_text(yaml.safe_dump(values, sort_keys=False, allow_unicode=True, width=1000), encoding="utf-8")
    for record in (folder / "evidence" / new).glob("*.json"):
        record.write_text(record.read_text("utf-8").replace(f'"{old}"', f'"{new}"'), encoding="utf-8")


def measure(count: int, runs: int, tools: Path, peer: str) -> list[Row]:
    """Print medians for a book of *count* entries, and return the rows of the table."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name) / "book", Path(name) / "cache"
        print(f"making a book of {count} entries", file=sys.stderr)
        left = make_book(folder, count, str(tools / "faultbook"))
        entries = [str(path) for path in sorted((folder / "entries").glob("*/*.yaml"))]
        schema = str(ROOT / "entries/entry.schema.json")
        ours = [str(tools / "faultbook"), "check", "--format", "json"]
        edited = Path(entries[0])

        def edit() -> None:
            edited.write_text(edited.read_text("utf-8") + "# once more\n", encoding="utf-8")

        def cold() -> tuple[float, float]:
            return seconds([*ours, "--no-cache"], folder, cache)

        def after_an_edit() -> tuple[float, float]:
            edit()
            return seconds(ours, folder, cache)

        kinds: dict[str, Callable[[], tuple[float, float]]] = {
            "check-jsonschema": lambda: seconds([peer, "--schemafile", schema, *entries], folder, cache),
            "check, cold": cold,
            "check, edited": after_an_edit,
            "check, warm": lambda: seconds(ours, folder, cache),
        }
        seconds(ours, folder, cache)
        print(f"{count} entries with {left} problems, median of {runs} runs in turn, seconds of CPU and waited")
        times: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
        for number in range(1, runs + 1):
            for kind, run in kinds.items():
                print(f"  run {number} of {runs}: {kind}", file=sys.stderr)
                times[kind].append(run())
        theirs = statistics.median(cpu for cpu, _ in times["check-jsonschema"])
        for kind, measured in times.items():
            cpu, waited = (statistics.median(values) for values in zip(*measured, strict=True))
            least = min(cpu for cpu, _ in measured)
            print(f"  {kind:<18} {cpu:6.2f}  (least {least:.2f})   waited {waited:6.2f}   ratio {cpu / theirs:.2f}")
            if kind != "check-jsonschema":
                theirs_waited = statistics.median(waited for _, waited in times["check-jsonschema"])
                most = BOUNDS.get((count, kind))
                what = f"{count:,} entries, {kind.partition(', ')[2]}"
                rows.append(row("check", what, waited, peer=theirs_waited, peer_name="check-jsonschema", most=most))
    return rows


def main() -> None:
    """Measure each size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000], metavar="N", help="entries of the books")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs of each, of which the median counts")
    json_option(parser)
    arguments = parser.parse_args()
    if min(*arguments.sizes, arguments.runs, 1) < 1:
        parser.error("sizes and runs are 1 or more")
    tools = Path(sys.executable).parent
    peer = shutil.which("check-jsonschema", path=str(tools))
    if peer is None:
        sys.exit("the peer is missing; install it with: pip install check-jsonschema")
    rows = [found for size in arguments.sizes for found in measure(size, arguments.runs, tools, peer)]
    write(arguments.json, rows)


if __name__ == "__main__":
    main()
