"""How long a site takes to build beside other site generators, in one run, as ratios.

$ python benchmarks/build.py
$ python benchmarks/build.py --entries 1000 10000 --rounds 3 --peers hugo material zensical

A book of N made entries is laid out for `mkdocs build` with this project's plugin and for each peer (see peers.py for
what each is given). All build in turn, round after round, so that a slow moment of the machine hits all:

    cold        nothing is there from an earlier build
    no change   the same again
    one body    a sentence of one entry has changed
    one title   its title has, which other pages show

Seconds are those of the whole process, beside them those of CPU of all its processes; memory is the most that they held
together (proportional set size, looked at ten times a second). The floor reads and hashes the entries and writes as
many files of the same sizes as our site has, and nothing else.
"""

from __future__ import annotations

import argparse
import copy
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from made import Made, made_entries
from peers import NAMES, ROOT, Site, laid_out
from table import Row, as_text, json_option, row, write

KINDS = ("cold", "no change", "one body", "one title")
FLOOR = """
import hashlib, pathlib, sys
entries, sizes, to = map(pathlib.Path, sys.argv[1:])
for file in entries.rglob("*.yaml"):
    hashlib.sha256(file.read_bytes()).digest()
bytes_ = bytes(1 << 26)
for line in sizes.read_text().splitlines():
    size, _, path = line.partition(" ")
    file = to / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(bytes_[: int(size)])
"""
_LOOKS = 0.1  # seconds between two looks at memory


class Cost(NamedTuple):
    """What one build took."""

    seconds: float
    cpu: float
    megabytes: float


def run(command: Sequence[str], folder: Path, environment: dict[str, str]) -> Cost:
    """Run *command* in *folder* and return what it took; a failure ends the benchmark."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        # Compiled modules are kept, as of whatever is installed: some machines switch that off.
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        process = subprocess.Popen(command, cwd=folder, env={**around, **environment}, stdout=said, stderr=said)
        most = [0.0]
        watching = threading.Thread(target=_watch, args=(process, most), daemon=True)
        watching.start()
        code = process.wait()
        seconds = time.perf_counter() - start
        watching.join()
        if code:
            said.seek(0)
            sys.exit(f"build.py: {' '.join(command)} ended with {code} in {folder}\n{said.read().decode()[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(seconds, cpu, most[0])


def _watch(process: subprocess.Popen[bytes], most: list[float]) -> None:
    """Note the most memory that a process and those below it hold together."""
    while process.poll() is None:
        most[0] = max(most[0], sum(map(_held, _below(process.pid))))
        time.sleep(_LOOKS)


def _below(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                continue
    return found


def _held(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def edited(book: list[Made], index: int, what: str, turn: int) -> list[Made]:
    """Return *book* with the title or the body of one entry changed."""
    values = copy.deepcopy(book[index].values)
    if what == "one title":
        values["title"] = f"{values['title']} again {turn}"
    else:
        values["cause"] = f"Edited for the {turn}th time in this run. {values['cause']}"
    return [*book[:index], Made(book[index].slug, values), *book[index + 1 :]]


def measure(count: int, rounds: int, peers: Sequence[str], work: Path) -> tuple[list[Row], dict[str, float]]:
    """Return the rows of a book of *count* entries, and our medians by kind."""
    _say(f"making {count:,} entries")
    book = list(made_entries(count))
    sites = []
    for name in ("ours", *peers):
        _say(f"{count:,} entries: laying out for {name}")
        sites.append(laid_out(name, work / f"{name}-{count}", book))
    costs: dict[tuple[str, str], list[Cost]] = {}
    for turn in range(rounds):
        for kind in KINDS:
            now = edited(book, count // 2, kind, turn) if kind.startswith("one") else book
            for site in sites:
                _prepare(site, kind, now, count // 2)
                cost = run(site.command, site.folder, site.environment)
                _say(f"{count:,} entries, round {turn + 1} of {rounds}, {kind}, {site.name}: {cost.seconds:.2f} s")
                costs.setdefault((site.name, kind), []).append(cost)
        cost = _floor(sites[0], work)
        costs.setdefault(("floor", "cold"), []).append(cost)
    _table(count, costs)
    return _rows(count, costs, peers), {kind: _median(costs["ours", kind]) for kind in KINDS}


def _prepare(site: Site, kind: str, book: Sequence[Made], index: int) -> None:
    if kind == "cold":
        site.clean()
        site.write(book, index)  # as it was before an earlier round's edits
    elif kind != "no change":
        site.write(book, index)


def _floor(ours: Site, work: Path) -> Cost:
    sizes = work / "sizes.txt"
    files = [file for file in ours.output.rglob("*") if file.is_file()]
    sizes.write_text("\n".join(f"{file.stat().st_size} {file.relative_to(ours.output)}" for file in files))
    to = work / "floor"
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    return run([sys.executable, "-c", FLOOR, str(ours.folder / "entries"), str(sizes), str(to)], work, {})


def _median(costs: Sequence[Cost]) -> float:
    return statistics.median(cost.seconds for cost in costs)


def _table(count: int, costs: dict[tuple[str, str], list[Cost]]) -> None:
    """Print all that was measured: seconds, CPU seconds and memory of everyone."""
    print(f"\n{count:,} entries: seconds (of CPU), MB; median of {len(costs['ours', 'cold'])}")
    names = list(dict.fromkeys(name for name, _ in costs))
    for name in names:
        cells = []
        for kind in KINDS:
            if found := costs.get((name, kind)):
                cpu = statistics.median(cost.cpu for cost in found)
                held = max(cost.megabytes for cost in found)
                cells.append(f"{kind} {_median(found):.2f} ({cpu:.2f}) {held:.0f} MB")
        print(f"  {name:<10}" + "   ".join(f"{cell:<36}" for cell in cells).rstrip())


_BOUND, _BIG = 1000, 10_000
_MOST_RATIO = {("hugo", "cold"): 0.45, ("material", "cold"): 0.15, ("floor", "cold"): 4.0}


def _rows(count: int, costs: dict[tuple[str, str], list[Cost]], peers: Sequence[str]) -> list[Row]:
    rows = []
    for kind in KINDS:
        ours = _median(costs["ours", kind])
        edit = kind.startswith("one")
        # What must hold is said of books of 1,000 and 10,000 entries.
        most = 1.2 if kind == "no change" and count >= _BOUND else 2.0 if edit and count == _BIG else None
        for peer in (*peers, *(("floor",) if kind == "cold" else ())):
            most_ratio = _MOST_RATIO.get((peer, kind)) if count >= _BOUND else None
            if peer == "hugo" and edit and count == _BIG:
                most_ratio = 0.05
            theirs = _median(costs[peer, kind])
            # A bound on seconds is said once.
            rows.append(_row(count, kind, ours, theirs, peer, most if peer in peers[:1] else None, most_ratio))
        if not peers and kind != "cold":  # which has the floor
            rows.append(row("build", f"{count:,} entries, {kind}", ours, most=most))
    held = max(cost.megabytes for cost in costs["ours", "cold"])
    rows.append(row("build", f"{count:,} entries, memory", held, "MB", most=1000 if count == _BIG else None))
    return rows


def _row(count: int, kind: str, ours: float, theirs: float, peer: str, most: float | None, ratio: float | None) -> Row:
    return row("build", f"{count:,} entries, {kind}", ours, peer=theirs, peer_name=peer, most=most, most_ratio=ratio)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Print the tables."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog=__doc__.partition("\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--entries", type=int, nargs="+", default=[300], metavar="N", help="sizes of the book (300)")
    parser.add_argument("--rounds", type=int, default=1, help="how often each builds (1)")
    names = ", ".join(NAMES)
    parser.add_argument(
        "--peers",
        nargs="*",
        choices=NAMES,
        default=["hugo", "material"],
        metavar="PEER",
        help=f"of {names} (hugo material)",
    )
    parser.add_argument("--keep", action="store_true", help="leave the laid-out books and sites in build/bench/sites")
    json_option(parser)
    options = parser.parse_args()
    if min(options.entries) < 40 or options.rounds < 1:
        parser.error("--entries takes 40 or more, --rounds 1 or more")
    work = ROOT / "build" / "bench" / "sites"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    rows: list[Row] = []
    cold: dict[int, float] = {}
    for count in options.entries:
        found, ours = measure(count, options.rounds, options.peers, work)
        rows += found
        cold[count] = ours["cold"]
    small, large = min(cold), max(cold)
    if small != large:
        growth = cold[large] / cold[small]
        most = 11 if (small, large) == (1000, _BIG) else None
        rows.append(row("build", f"cold at {large:,} over {small:,}", growth, "x", most=most))
    print(f"\n{as_text(rows)}")
    write(options.json, rows)
    if not options.keep:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
