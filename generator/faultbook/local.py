"""Run steps on this machine, several at once, within its processors, memory and GPUs."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import queue
import signal
import threading
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from faultbook.runner import Result, Runner, Step, last_seconds
from faultbook.snippets.run import StoppedError
from faultbook.snippets.sandbox import stop_all
from faultbook.snippets.warm import Warmth, alike

__all__ = ["Local", "Machine", "Need", "Watcher", "find_machine", "heaviest_first"]

#: Memory that a part without a need of its own is taken to use: a torch process with a small model.
USUAL_MEMORY = 1 << 30
_MOST_JOBS = 8  # more imports at once than this wait for the disk, and more torch processes for the processors


@dataclasses.dataclass(frozen=True, slots=True)
class Machine:
    """What steps share."""

    jobs: int
    memory: int
    """Bytes."""
    gpus: tuple[str, ...] = ()
    """As CUDA_VISIBLE_DEVICES names them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Need:
    """What one step takes of the machine while it runs."""

    memory: int
    gpus: int


class Watcher(Protocol):
    """Is told what runs where."""

    def begins(self, step: Step, where: str) -> None:
        """Tell that *step* begins."""
        ...

    def ends(self, step: Step) -> None:
        """Tell that *step* has ended, whatever became of it."""
        ...

    def line(self, step: Step, text: str) -> None:
        """Tell what happens while an environment is made for *step*."""
        ...


def find_machine(runner: Runner, jobs: int | None = None) -> Machine:
    """Return this machine, for *jobs* steps at once: by default as many as it has processors, but at most 8."""
    processors = len(os.sched_getaffinity(0))
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    gpus = tuple(given.split(",")) if given else tuple(map(str, range(runner.device.count)))
    return Machine(jobs or min(processors, _MOST_JOBS), _memory(), gpus[: runner.device.count])


def _memory() -> int:
    """Return the bytes of memory that this process may use: the machine's, or less where a control group says so."""
    have = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for file in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            have = min(have, int(Path(file).read_text("ascii")))
    return have


def need_of(step: Step) -> Need:
    """Return the reservation of *step*: its header's ``needs`` on its target."""
    needs = step.part.header.on(step.target).needs
    return Need(needs.memory_bytes or USUAL_MEMORY, 0 if step.target == "cpu" else max(1, needs.gpus))


def heaviest_first(root: Path, steps: Sequence[Step]) -> list[Step]:
    """Return *steps* by the time that they took last, longest first; what its parent can serve too follows each.

    What comes last then leaves little idle, and few warm parents are started, which takes as long as many parts.
    """
    seconds = [last_seconds(root, step.part, step.target) for step in steps]
    groups: dict[object, list[int]] = {}
    for place, step in enumerate(steps):
        groups.setdefault(_alike(step) or place, []).append(place)
    ordered = [sorted(group, key=lambda place: -seconds[place]) for group in groups.values()]
    ordered.sort(key=lambda group: -seconds[group[0]])
    return [steps[place] for group in ordered for place in group]


def _alike(step: Step) -> tuple[object, ...]:
    return alike(step.part, step.part.header.on(step.target))


class Local:
    """Runs steps in threads, each with warm parents of its own."""

    def __init__(self, runner: Runner, machine: Machine, watcher: Watcher, *, fresh: bool = False) -> None:
        """With *fresh*, each command has a fresh interpreter."""
        self._runner, self._machine, self._watcher, self._fresh = runner, machine, watcher, fresh

    def run(self, steps: Sequence[Step], *, provision: bool) -> Iterator[Result]:
        """Yield each step's result when it ends. SIGINT and SIGTERM end all that runs.

        Raises:
            KeyboardInterrupt: after such a signal, when nothing runs any more and what had ended was yielded.

        """
        return _Shift(self._runner, self._machine, self._watcher, fresh=self._fresh, provision=provision).run(steps)


class _Shift:
    """One call of :meth:`Local.run`: who does what now."""

    def __init__(self, runner: Runner, machine: Machine, watcher: Watcher, *, fresh: bool, provision: bool) -> None:
        self.runner, self.machine, self.watcher = runner, machine, watcher
        self.fresh, self.provision = fresh, provision
        self.ended: queue.SimpleQueue[tuple[_Worker, Result | BaseException] | None] = queue.SimpleQueue()
        self.busy: set[_Worker] = set()
        self.interrupted = self.stopping = False
        self.workers: tuple[_Worker, ...] = ()
        self.alike: dict[str, tuple[object, ...]] = {}
        """Of each step, what one warm parent can serve with it."""

    def run(self, steps: Sequence[Step]) -> Iterator[Result]:
        waiting = heaviest_first(self.runner.book.root, steps)
        self.alike = {step.name: () if self.fresh else _alike(step) for step in steps}
        idle = [_Worker(self) for _ in range(min(self.machine.jobs, len(waiting)))]
        self.workers = tuple(idle)
        with self._signals():
            try:
                while True:
                    self._hand_out(waiting, idle)
                    if not self.busy:
                        break
                    if (ended := self._next()) is not None:
                        idle.append(ended[0])
                        yield from self._shown(ended[1])
            finally:  # also when the caller goes away: nothing may go on without it
                self.stopping = True
                while self.busy:
                    if (ended := self._next()) is not None:
                        idle.append(ended[0])
                for worker in idle:
                    worker.end()
        if self.interrupted:
            raise KeyboardInterrupt

    def _shown(self, result: Result | BaseException) -> Iterator[Result]:
        """Yield *result* if it says something of its part: what failed when all was ended may be our own doing."""
        if isinstance(result, Result):
            if not (self.interrupted and result.outcome.state == "failed"):
                yield result
        elif not isinstance(result, StoppedError):
            raise result

    def _hand_out(self, waiting: list[Step], idle: list[_Worker]) -> None:
        while idle and not self.stopping and (place := self._fitting(waiting, idle[-1])) is not None:
            worker = idle.pop()
            worker.take(waiting.pop(place), self._free())
            self.busy.add(worker)

    def _next(self) -> tuple[_Worker, Result | BaseException] | None:
        """Wait until a worker has ended its step; ``None`` when there is another thing to do."""
        if self.stopping:
            stop_all()  # again each time: a command may have been about to start
        try:
            ended = self.ended.get(timeout=0.2 if self.stopping else None)
        except queue.Empty:
            return None
        if ended is not None:
            self.busy.discard(ended[0])
            self.watcher.ends(ended[0].step)
        return ended

    def _fitting(self, waiting: Sequence[Step], worker: _Worker) -> int | None:
        """Return the place of the step that *worker* takes next, among those for which there is room.

        It is the first that its warm parent can serve, else the first that no other worker's can, else the first of
        all. One for which there never is room runs alone.
        """
        memory = self.machine.memory - sum(worker.need.memory for worker in self.busy)
        needs = ((place, need_of(step)) for place, step in enumerate(waiting))
        free = len(self._free())
        fitting = [place for place, need in needs if not self.busy or (need.memory <= memory and need.gpus <= free)]
        served = {other.alike for other in self.workers if other is not worker} - {()}

        def rank(place: int) -> tuple[bool, bool, int]:
            kind = self.alike[waiting[place].name]
            return not (kind and kind == worker.alike), kind in served, place

        return min(fitting, key=rank, default=None)

    def _free(self) -> tuple[str, ...]:
        taken = {gpu for worker in self.busy for gpu in worker.gpus}
        return tuple(gpu for gpu in self.machine.gpus if gpu not in taken)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """End what runs on SIGINT and SIGTERM, instead of anywhere in this program; the second time, as usual."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def interrupted(number: int, frame: types.FrameType | None) -> None:  # noqa: ARG001 - signal gives it
            self.interrupted = self.stopping = True
            signal.signal(number, kept[signal.Signals(number)])
            self.ended.put(None)

        for number in kept:
            signal.signal(number, interrupted)
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)


class _Worker:
    """A thread that runs steps one after the other."""

    def __init__(self, shift: _Shift) -> None:
        self._shift = shift
        self._orders: queue.SimpleQueue[Step | None] = queue.SimpleQueue()
        self.step: Step
        self.need = Need(0, 0)
        self.gpus: tuple[str, ...] = ()
        self.alike: tuple[object, ...] = ()
        """What the warm parent that it used last can serve."""
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def take(self, step: Step, free: tuple[str, ...]) -> None:
        """Run *step* on as many of the *free* GPUs as it needs."""
        self.step, self.need = step, need_of(step)
        self.alike = self._shift.alike[step.name] or self.alike
        self.gpus = free[: self.need.gpus]
        self._shift.watcher.begins(step, f"GPU {','.join(self.gpus)}" if self.gpus else "CPU")
        self._orders.put(step)

    def end(self) -> None:
        """End the thread and its warm parents."""
        self._orders.put(None)
        self._thread.join()

    def _work(self) -> None:
        shift = self._shift
        with contextlib.closing(Warmth(max(1, min(6, shift.machine.memory // shift.machine.jobs >> 30)))) as warmth:
            while (step := self._orders.get()) is not None:
                result: Result | BaseException
                try:
                    result = shift.runner.run(
                        step,
                        provision=shift.provision,
                        on_line=lambda text, of=step: shift.watcher.line(of, text),  # type: ignore[misc]
                        warmth=None if shift.fresh else warmth,
                        gpus=self.gpus,
                    )
                except BaseException as error:  # noqa: BLE001 - it is raised where the caller is
                    result = error
                shift.ended.put((self, result))
