"""Which rank a line speaks of, where the lines of a job allow to say: by prefix, process id, task, device or address.

torchelastic prints rank, local rank and exit code of each child in one block, NCCL rank, device and bus id in one line.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence

from faultbook.diagnosis.evidence import Event, Log

__all__ = ["Child", "People", "people_of"]

_RANK_FIELD = re.compile(r"(\d+) \(local_rank: (\d+)\)", re.ASCII)
_CODE_FIELD = re.compile(r"(-?\d+) +\(pid: (\d+)\)", re.ASCII)
_TP_ONLY = re.compile(r"^TP(\d+)$", re.ASCII)
_PID_IN_MESSAGE = re.compile(r"\(pid=(\d+)", re.ASCII)
_DP_ONLY = re.compile(r"^DP(\d+)$", re.ASCII)
_BUS = re.compile(r"[^0-9a-fA-F]")


@dataclasses.dataclass(slots=True)
class Child:
    """One child of torchelastic's agent, as its block of failures gives it."""

    file: int
    line: int
    root: bool
    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    code: int | None = None
    pid: int | None = None


@dataclasses.dataclass(slots=True)
class People:
    """The processes of a job, as far as its logs name them."""

    children: list[Child]
    world: int | None
    ranks: frozenset[int]
    """Every global rank that a line names."""
    nodes: int
    """Hosts, pods or files that have local ranks."""
    by_pid: dict[int, int]
    by_bus: dict[tuple[str | None, str], int]
    tasks: dict[int, set[int]]
    data_parallel: int
    """Data-parallel engines that the logs name."""

    def rank_of(self, event: Event) -> int | None:
        """Return the global rank that *event* speaks of, or ``None``."""
        line = event.read
        if line.rank is not None:
            return line.rank
        if line.group_rank is not None and line.world_group:
            return line.group_rank
        pid = event.groups.get("pid")
        if event.match is not None and pid is None:
            pid = event.match.captures.get("pid")
        if pid is not None and pid.isdigit() and int(pid) in self.by_pid:
            return self.by_pid[int(pid)]
        if (pci := event.groups.get("pci")) is not None:
            bus = bus_id(pci)
            found = {rank for (host, known), rank in self.by_bus.items() if known == bus and host in {line.host, None}}
            found = found or {rank for (_, known), rank in self.by_bus.items() if known == bus}
            return next(iter(found)) if len(found) == 1 else None
        if (text := event.groups.get("rank")) is not None and text.isdigit():
            return int(text)
        local = line.local_rank
        if local is None and (text := event.groups.get("local_rank")) is not None:
            local = int(text)
        if local is not None:
            known = {child.rank for child in self.children if child.local_rank == local and child.file == event.file}
            if len(known) == 1:
                return next(iter(known))
            return local if self.nodes <= 1 else None
        if line.pid is not None and line.pid in self.by_pid:
            return self.by_pid[line.pid]
        if line.coordinates is not None and (only := _TP_ONLY.match(line.coordinates)):
            return int(only[1])
        if line.coordinates is not None and self.data_parallel > 1 and (only := _DP_ONLY.match(line.coordinates)):
            return int(only[1])
        task = line.task
        if task is None and (text := event.groups.get("task")) is not None and text.isdigit():
            task = int(text)
        if task is not None and not any(rank != task for rank in self._ranks_of_task(task)):
            return task
        if event.raised is not None and (of := _PID_IN_MESSAGE.search(event.raised.message)):
            if int(of[1][:9]) in self.by_pid:
                return self.by_pid[int(of[1][:9])]
        # With one process a device, a device that is not the first is the local rank.
        device = line.device
        if event.match is not None and device is None and (text := event.match.captures.get("gpu", "")).isdigit():
            device = int(text)
        if device is not None and device > 0 and self.nodes <= 1:
            return device
        return None

    def _ranks_of_task(self, task: int) -> set[int]:
        return self.tasks.get(task, set())


def bus_id(text: str) -> str:
    """Return a PCI address as its digits from the bus on: ``0000:3b:00.0`` and NCCL's ``3b000`` are both ``3b00``."""
    if ":" in text:
        pieces = text.split(":")
        bus, device = pieces[-2], pieces[-1].partition(".")[0]
        return f"{bus}{device}".lower().lstrip("0")
    digits = _BUS.sub("", text).lower().lstrip("0")
    return digits[:-1]


def people_of(logs: Sequence[Log]) -> People:
    """Return who is who in *logs*."""
    children = [child for log in logs for child in _children(log)]
    world: set[int] = set()
    ranks: set[int] = set()
    by_pid: dict[int, int] = {}
    by_bus: dict[tuple[str | None, str], int] = {}
    tasks: dict[int, set[int]] = {}
    pids: dict[int, int] = {}
    places: set[str] = set()
    engines: set[str] = set()
    for log in logs:
        for line in log.lines.values():
            if line.rank is not None:
                ranks.add(line.rank)
                if line.pid is not None and "ray" not in line.layers and "elastic" not in line.layers:
                    by_pid.setdefault(line.pid, line.rank)
                if line.task is not None:
                    tasks.setdefault(line.task, set()).add(line.rank)
            if line.coordinates is not None and _DP_ONLY.match(line.coordinates):
                engines.add(line.coordinates)
            if line.local_rank is not None:
                places.add(line.pod or line.host or (str(line.task) if line.task is not None else f"file {log.index}"))
        for number, landmark, groups in log.marks:
            for name in ("world", "world2"):
                if groups.get(name):
                    world.add(int(str(groups[name])[:7]))
            if landmark.name == "nccl-comm":
                line, rank = log.lines[number], int(str(groups["rank"]))
                ranks.add(rank)
                by_bus.setdefault((line.host, bus_id(str(groups["bus"]))), rank)
                if line.pid is not None:
                    by_pid.setdefault(line.pid, rank)
            if landmark.name == "rank-of-process":
                pid, rank = groups["pid"] or groups["pid2"], groups["rank"] or groups["rank2"]
                by_pid.setdefault(int(str(pid)[:9]), int(str(rank)[:9]))
            if landmark.name == "elastic-exit":
                pids[int(str(groups["pid"]))] = int(str(groups["local_rank"]))
            if landmark.name == "c10d-rank" and log.lines[number].world_group:
                ranks.add(int(str(groups["rank"])))
    for child in children:
        if child.rank is not None:
            ranks.add(child.rank)
            if child.pid is not None:
                by_pid.setdefault(child.pid, child.rank)
    nodes = max(len(places), len({child.host for child in children if child.host}))
    for pid, local in pids.items():
        known = {child.rank for child in children if child.local_rank == local and child.rank is not None}
        if len(known) == 1:
            by_pid.setdefault(pid, next(iter(known)))
        elif not known and nodes <= 1:
            by_pid.setdefault(pid, local)
    if nodes <= 1 and world and max(world) < len(ranks):
        world = set()
    size = max(world) if world else None
    if ranks and size is not None and size <= max(ranks):
        size = None
    return People(children, size, frozenset(ranks), nodes, by_pid, by_bus, tasks, len(engines))


def _children(log: Log) -> Iterable[Child]:
    """Yield the children of torchelastic's blocks; those that the agent itself ended are left out."""
    root = False
    child: Child | None = None
    found: list[Child] = []
    for number, landmark, groups in log.marks:
        if landmark.name == "elastic-root":
            root, child = True, None
        elif landmark.name == "elastic-others":
            root, child = False, None
        elif landmark.name == "elastic-field":
            key, value = groups["key"], str(groups["value"])
            if key == "time" or child is None:
                child = Child(log.index, number, root)
                found.append(child)
            if key == "host":
                child.host = value.strip()
            if key == "rank" and (fields := _RANK_FIELD.match(value)):
                child.rank, child.local_rank = int(fields[1]), int(fields[2])
            if key == "exitcode" and (fields := _CODE_FIELD.match(value)):
                child.code, child.pid, child.line = int(fields[1]), int(fields[2]), number
    return found
