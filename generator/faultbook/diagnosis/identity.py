"""Which rank a line speaks of, where the lines of a job allow to say: by prefix, process id, task, device or address.

torchelastic prints rank, local rank and exit code of each child in one block, NCCL rank, device and bus id in one line.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence

from faultbook.diagnosis.evidence import Event, Log
from faultbook.diagnosis.line import Line
from faultbook.diagnosis.pids import Pids, Place, short

__all__ = ["Child", "People", "bus_id", "tasks_of"]

_RANK_FIELD = re.compile(r"(\d{1,9}) \(local_rank: (\d{1,9})\)", re.ASCII)
_CODE_FIELD = re.compile(r"(-?\d{1,9}) +\(pid: (\d{1,9})\)", re.ASCII)
_ONLY = re.compile(r"(TP|DP)(\d{1,5})$", re.ASCII)
_PID_IN_MESSAGE = re.compile(r"\(pid=(\d{1,9})", re.ASCII)
_OWN_PREFIX = "vllm-process"  # on each line of a process
_NOT_HEX = re.compile(r"[^0-9a-fA-F]", re.ASCII)
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?", re.ASCII)
_MOST_RANKS = 100_000
_MOST_TASKS = 10_000  # of one range
_DIGITS = re.compile(r"\d+", re.ASCII)


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
    time: str | None = None
    """When the agent saw that it had ended, to the second."""


class People:
    """The processes of a job, as far as its logs name them."""

    def __init__(self, logs: Sequence[Log]) -> None:
        self.children = [child for log in logs for child in _children(log)]
        self.ranks: set[int] = set()
        """Every global rank that a line names."""
        self.tasks: set[int] = set()
        """Every task that srun reports on."""
        self._worlds: set[int] = set()
        self._by_pid = Pids()
        self._by_bus: dict[tuple[str | None, str], int] = {}
        self._of_task: dict[int, set[int]] = {}
        self._local_by_pid: dict[tuple[int, Place], int] = {}
        self._places: set[str] = set()
        self._engines: set[str] = set()
        for log in logs:
            for line in log.lines.values():
                self._note_line(log, line)
            for number, landmark, groups in log.marks:
                self._note_landmark(log.index, log.lines[number], landmark.name, groups)
        self._note_children()
        self.nodes = max(len(self._places), len({child.host for child in self.children if child.host}))
        """Hosts, pods, tasks or files that have local ranks or devices."""
        self._place_local_pids()

    @property
    def world(self) -> int | None:
        """The number of ranks, if the logs state one that the ranks they name fit."""
        size = max(self._worlds, default=None)
        return None if size is None or (self.ranks and size <= max(self.ranks)) else size

    @property
    def all_ranks(self) -> set[int]:
        """Every rank of the job, as far as the logs tell: by the size they state, their lines, or srun's tasks."""
        world = self.world
        if world is not None and world <= _MOST_RANKS:
            return set(range(world))
        one_each = all(ranks == {task} for task, ranks in self._of_task.items())
        return self.ranks | self.tasks if one_each else set(self.ranks)

    def rank_of(self, event: Event) -> int | None:
        """Return the global rank that *event* speaks of, or ``None``."""
        line = event.read
        if line.rank is not None:
            return line.rank
        if line.group_rank is not None and line.world_group:
            return line.group_rank
        pid = _number(event.groups.get("pid") or (event.match.captures.get("pid") if event.match is not None else None))
        place = Place.of(event.file, line)
        if (of_pid := self._by_pid.rank(pid, place)) is not None:
            return of_pid
        if (pci := event.groups.get("pci")) is not None:
            return self._rank_of_bus(line.host, bus_id(pci))
        if (rank := _number(event.groups.get("rank"))) is not None:
            return rank
        local = line.local_rank if line.local_rank is not None else _number(event.groups.get("local_rank"))
        if local is not None:
            return self._rank_of_local(event.file, local)
        if (own := self._by_pid.rank(line.pid, place)) is not None:
            return own
        if line.task is not None and self._of_task.get(line.task) == {line.task}:
            return line.task  # srun's label, where lines that name their rank agree with it
        engine, device = self._rank_of_engine(line.coordinates), self._rank_of_device(event)
        # A message that names its device says more than the first line of a record whose lines others may have parted.
        ways = (engine if _OWN_PREFIX in line.layers else device, engine, self._rank_of_task(event), device)
        return next((rank for rank in ways if rank is not None), None)

    def _rank_of_bus(self, host: str | None, bus: str) -> int | None:
        found = {rank for (of, known), rank in self._by_bus.items() if known == bus and of == host}
        found = found or {rank for (_, known), rank in self._by_bus.items() if known == bus}
        return next(iter(found)) if len(found) == 1 else None

    def _rank_of_local(self, file: int, local: int) -> int | None:
        known = {child.rank for child in self.children if child.local_rank == local and child.file == file}
        if len(known) == 1:
            return next(iter(known))
        return local if self.nodes <= 1 else None

    def _rank_of_engine(self, coordinates: str | None) -> int | None:
        """Return the index of an engine's process in the only dimension that its name gives."""
        found = _ONLY.match(coordinates or "")
        only = found is not None and (found[1] == "TP" or len(self._engines) > 1)
        return int(found[2]) if found is not None and only else None

    def _rank_of_task(self, event: Event) -> int | None:
        task = event.read.task if event.read.task is not None else _number(event.groups.get("task"))
        return task if task is not None and not self._of_task.get(task, set()) - {task} else None

    def _rank_of_device(self, event: Event) -> int | None:
        """Return the rank by a pid that the message names, or, with one process a device, by the device."""
        if event.raised is not None and (of := _PID_IN_MESSAGE.search(event.raised.message)):
            rank = self._by_pid.rank(int(of[1]), Place.of(event.file, event.read))
            if rank is not None:
                return rank
        device = event.read.device
        if device is None and event.match is not None:
            device = _number(event.match.captures.get("gpu"))
        # Device 0 may be any rank's, where each sees but its own.
        return device if device is not None and device > 0 and self.nodes <= 1 else None

    def _note_line(self, log: Log, line: Line) -> None:
        if line.rank is not None:
            self.ranks.add(line.rank)
            if line.pid is not None and not {"ray", "elastic"} & set(line.layers):
                self._by_pid.note(line.pid, Place.of(log.index, line), line.rank)
            if line.task is not None:
                self._of_task.setdefault(line.task, set()).add(line.rank)
        if line.coordinates is not None and line.coordinates.startswith("DP") and " " not in line.coordinates:
            self._engines.add(line.coordinates)
        if line.local_rank is not None or (line.device is not None and line.host is not None):
            task = f"task {line.task}" if line.task is not None else f"file {log.index}"
            self._places.add(line.pod or line.host or task)

    def _note_landmark(self, file: int, line: Line, name: str, groups: Mapping[str, str | None]) -> None:
        place = Place.of(file, line)
        world = _number(groups.get("world") or groups.get("world2"))
        if world is not None:
            self._worlds.add(world)
        rank = _number(groups.get("rank") or groups.get("rank2"))
        pid = _number(groups.get("pid") or groups.get("pid2"))
        if name == "srun-task":
            self.tasks |= tasks_of(str(groups["task"]))
        if name == "nccl-comm" and rank is not None:
            self.ranks.add(rank)
            self._by_bus.setdefault((line.host, bus_id(str(groups["bus"]))), rank)
            if line.pid is not None:
                self._by_pid.note(line.pid, place, rank)
        elif name == "rank-of-process" and rank is not None and pid is not None:
            self._by_pid.note(pid, place, rank)
        elif name == "elastic-exit" and pid is not None:
            self._local_by_pid[pid, place] = int(str(groups["local_rank"])[:9])
        elif name == "c10d-rank" and rank is not None and line.world_group:
            self.ranks.add(rank)

    def _note_children(self) -> None:
        for child in self.children:
            if child.rank is not None:
                self.ranks.add(child.rank)
                if child.pid is not None:
                    self._by_pid.note(child.pid, Place(child.file, short(child.host)), child.rank)

    def _place_local_pids(self) -> None:
        for (pid, place), local in self._local_by_pid.items():
            known = {child.rank for child in self.children if child.local_rank == local and child.rank is not None}
            if len(known) == 1:
                self._by_pid.note(pid, place, next(iter(known)))
            elif not known and self.nodes <= 1:
                self._by_pid.note(pid, place, local)


def bus_id(text: str) -> str:
    """Return a PCI address as its digits from the bus on: ``0000:3b:00.0`` and NCCL's ``3b000`` are both ``3b00``."""
    if ":" in text:
        pieces = text.split(":")
        return f"{pieces[-2]}{pieces[-1].partition('.')[0]}".lower().lstrip("0")
    return _NOT_HEX.sub("", text).lower().lstrip("0")[:-1]


def tasks_of(text: str) -> set[int]:
    """Return the tasks that srun lists, such as ``0-3,5``."""
    found: set[int] = set()
    for first, last in _RANGE.findall(text):
        low = int(first)
        found |= set(range(low, min(int(last or first), low + _MOST_TASKS) + 1))
    return found


def _number(text: str | None) -> int | None:
    """Return the whole number that *text* is, or ``None``; of endless digits the first fifteen."""
    return int(text[:15]) if text is not None and _DIGITS.fullmatch(text) else None


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
            if key == "time":
                child.time = value.strip()
            if key == "host":
                child.host = value.strip()
            if key == "rank" and (fields := _RANK_FIELD.match(value)):
                child.rank, child.local_rank = int(fields[1]), int(fields[2])
            if key == "exitcode" and (fields := _CODE_FIELD.match(value)):
                child.code, child.pid, child.line = int(fields[1]), int(fields[2]), number
    return found
