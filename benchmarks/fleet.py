"""How long the logs of one job take to read: by this machine's processes, and on a Ray cluster, in one run.

The same bytes are laid out as one file, then as more and more. For each layout one process, this machine's processes
and the cluster read them in turn, several times; medians and ratios are printed. Without ``--on`` the cluster is made
here, of nodes that share this machine's processors: then Ray can win nothing over local processes, and the ratio says
what it costs. Its fixed cost, connecting and sending the code, is printed apart.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from scan import ROOT, make_log

from faultbook.diagnosis.session import book_of, engine_of, results_of, scan_one
from faultbook.diagnosis.sources import Source
from faultbook.fleet.address import Address, read_address
from faultbook.fleet.link import Link
from faultbook.fleet.scan import results_on


def lay_out(folder: Path, log: Path, count: int) -> list[Source]:
    """Cut *log* into *count* files of whole lines in *folder*."""
    folder.mkdir()
    share, sources = log.stat().st_size // count, []
    with log.open("rb") as file:
        for number in range(count):
            path = folder / f"rank{number:05}.log"
            rest = file.read() if number == count - 1 else file.read(share) + file.readline()
            path.write_bytes(rest)
            sources.append(Source(str(path), len(rest)))
    return sources


@contextlib.contextmanager
def cluster(on: str | None, nodes: int, cpus: int) -> Iterator[Address]:
    """Yield the cluster that *on* names, or one that is made here."""
    if on is not None:
        yield read_address(on)
        return
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster  # noqa: PLC0415 -- only where one is made

    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 128 << 20}
    made = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(nodes):
            made.add_node(wait=False, num_cpus=cpus, memory=8 << 30, object_store_memory=256 << 20)
        made.wait_for_nodes()
        os.environ["RAY_ADDRESS"] = made.address
        yield Address()
    finally:
        made.shutdown()


def timed(run: Callable[[], object]) -> float:
    """Return the seconds that *run* takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=512, help="of all logs together (default 512)")
    parser.add_argument("--files", default="1,8,64,1024", help="numbers of files, with commas (default 1,8,64,1024)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is timed (default 3)")
    parser.add_argument("--nodes", type=int, default=2, help="nodes of the cluster that is made here (default 2)")
    parser.add_argument("--cpus", type=int, default=1, help="processors of each of them (default 1)")
    parser.add_argument("--on", metavar="ray[://HOST[:PORT]]", help="a cluster that is there already and sees $TMPDIR")
    arguments = parser.parse_args()
    content = book_of(ROOT)
    engine = engine_of(content)
    data = json.dumps(content).encode()

    def quiet(_: int) -> None:
        pass

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    with tempfile.TemporaryDirectory() as name, cluster(arguments.on, arguments.nodes, arguments.cpus) as address:
        say("making the log")
        log = Path(name) / "whole.log"
        make_log(log, arguments.megabytes << 20)
        fixed = []
        for _ in range(arguments.rounds):
            begun = time.perf_counter()
            with Link(address, data) as link:
                fixed.append(time.perf_counter() - begun)
                cpus = sum(node.cpus for node in link.nodes)
        connecting = statistics.median(fixed)
        where = "a cluster that was there" if arguments.on else f"a cluster on this machine of {arguments.nodes} nodes"
        print(f"{arguments.megabytes} MiB; {os.cpu_count()} processors here; {where} with {cpus:.0f} CPUs; seconds:")
        print(
            f"{'files':>6} {'1 process':>10} {'processes':>10} {'cluster':>8} {'of which connecting':>20} {'ratio':>6}"
        )
        for count in map(int, arguments.files.split(",")):
            sources = lay_out(Path(name) / str(count), log, count)
            runs: dict[str, Callable[[], object]] = {
                "one": lambda sources=sources: [scan_one(engine, source, quiet) for source in sources],
                "here": lambda sources=sources: results_of(engine, content, sources, quiet),
                "there": lambda sources=sources: results_on(address, engine, content, sources, quiet, say),
            }
            seconds: dict[str, list[float]] = {key: [] for key in runs}
            for number in range(arguments.rounds):
                say(f"{count} files, round {number + 1} of {arguments.rounds}")
                for key, run in runs.items():
                    seconds[key].append(timed(run))
            one, here, there = (statistics.median(seconds[key]) for key in runs)
            print(f"{count:>6} {one:>10.2f} {here:>10.2f} {there:>8.2f} {connecting:>20.2f} {there / here:>6.2f}")
    print("ratio: the cluster over this machine's processes; under 1 the cluster is faster")


if __name__ == "__main__":
    main()
