"""Logs scanned on a cluster: each task reads some of them where they lie, and the verdict is one and made here."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.session import Result, Told, results_of
from faultbook.diagnosis.sources import Source
from faultbook.fleet.address import Address
from faultbook.fleet.dispatch import Dispatch, Given, Task
from faultbook.fleet.link import Link, LinkLostError
from faultbook.fleet.needs import Demand
from faultbook.fleet.rounds import rounds

__all__ = ["batches", "results_on"]

_BATCHES = 4  # for each processor: so many that none waits long for the last
_FIXED = 1 << 16  # bytes that opening a file is worth
_DEMAND = Demand(memory=512 << 20)
_TICK = 0.5


def results_on(
    address: Address,
    engine: Engine,
    content: dict[str, Any],
    sources: Sequence[Source],
    tell: Told,
    say: Callable[[str], None],
) -> list[Result]:
    """Return the result of each log, in their order, the same as if this machine had read them all.

    A log that a node does not see, pipes, and what the cluster does not get done are read here; *say* is told.

    Raises:
        FleetError: when there is no cluster.

    """
    found: dict[int, Result] = {}
    there = [index for index, source in enumerate(sources) if source.size is not None]
    with Link(address, json.dumps(content).encode()) as link:
        cpus = int(sum(node.cpus for node in link.nodes))
        for index, result in _scanned(link, sources, batches(sources, there, max(1, _BATCHES * cpus)), say):
            found[index] = result
            tell(sources[index].size or 0)
    left = [index for index in range(len(sources)) if index not in found]
    if unseen := len([index for index in left if sources[index].size is not None]):
        say(
            f"faultbook: {unseen} of {len(there)} logs are read here: no node that was asked sees them as they are here"
        )
    found |= zip(left, results_of(engine, content, [sources[index] for index in left], tell), strict=True)
    return [found[index] for index in range(len(sources))]


def batches(sources: Sequence[Source], indexes: Sequence[int], most: int) -> list[list[int]]:
    """Return *indexes* of *sources* in at most *most* batches of about as many bytes, the largest logs first."""
    heap: list[tuple[int, int, list[int]]] = [(0, number, []) for number in range(min(most, len(indexes)))]
    for index in sorted(indexes, key=lambda index: (-(sources[index].size or 0), index)):
        size, number, batch = heapq.heappop(heap)
        batch.append(index)
        heapq.heappush(heap, (size + (sources[index].size or 0) + _FIXED, number, batch))
    return [batch for _, _, batch in sorted(heap, key=lambda item: (-item[0], item[1]))]


def _scanned(
    link: Link, sources: Sequence[Source], shares: Sequence[Sequence[int]], say: Callable[[str], None]
) -> Iterator[tuple[int, Result]]:
    """Yield the results that the cluster brings, as they come."""
    tasks = []
    for number, share in enumerate(shares):
        logs = tuple((name, str(Path(name).absolute()), sources[i].size) for i in share if (name := sources[i].name))
        size = sum(sources[index].size or 0 for index in share)
        tasks.append(Task(f"logs {number + 1} of {len(shares)}", _DEMAND, "scan_here", logs, size))
    dispatch = Dispatch(tasks, link.nodes)
    try:
        for words in rounds(link, dispatch, _TICK):
            for word in words:
                if isinstance(word, Given) and word.state == "done":
                    read = zip(shares[word.key], word.value.results, strict=True)
                    yield from ((index, result) for index, result in read if result is not None)
                elif isinstance(word, Given):
                    say(f"faultbook: {word.task.name}: {word.reason}; they are read here")
                elif word.fault:
                    say(f"faultbook: {word.task.name}: {word.text}")
    except LinkLostError as error:
        say(f"faultbook: {error}; the logs that are left are read here")
