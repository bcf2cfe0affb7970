"""One command in a process tree of its own, with limits, without network, and with nothing left behind."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from faultbook.snippets import supervise

__all__ = ["Finished", "Limits", "LostParentError", "Start", "Started", "can_group", "run_command", "stop_all"]

KEEP = 256 * 1024  # bytes of output kept from the head, and again from the tail
MOST_OUTPUT = 64 * 2**20  # bytes after which the command is stopped
_GRACE = 20.0  # seconds for the supervisor to clean up after the command's own time


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What one command may use."""

    seconds: float = 60.0
    memory: int = 8 * 2**30
    """Bytes of private memory: by a memory group where one can be made, and by RLIMIT_DATA a process."""
    file_size: int = 4 * 2**30
    processes: int = 512
    network: bool = False
    data_limit: bool = True
    """Whether RLIMIT_DATA is set; CUDA maps more than it uses."""


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended."""

    status: int
    """Exit code, or minus the number of the signal that ended it."""
    output: str
    """Standard output and error in the order they were written; bytes that are not UTF-8 become U+FFFD."""
    seconds: float
    timed_out: bool
    flooded: bool
    """Whether it was stopped for printing more than the limit."""
    network: str
    """``cut``, ``open``, or ``could not be cut: reason``."""
    killed: int
    """Processes that were still running when the command ended."""
    stopped: bool = False
    """Whether somebody ended the run: the command shows nothing."""


class LostParentError(Exception):
    """A warm parent, or the supervisor that it forked, ended while it had a command to run."""


class Started(Protocol):
    """A supervisor that runs."""

    def stop(self) -> None:
        """Ask it to end its command, with all that this started."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait until it has ended; after *seconds* make it end. To be called once, last."""
        ...


Start = Callable[[Mapping[str, Any], int, int], Started]
"""Starts the supervisor of a specification, with the descriptors of the command's output and of the report."""

_running: set[Started] = set()
_lock = threading.Lock()


def stop_all() -> None:
    """Ask every command that runs in this process's threads to end."""
    with _lock:
        for started in _running:
            started.stop()


def run_command(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str], limits: Limits, start: Start | None = None
) -> Finished:
    """Run *argv* in *cwd* with exactly *env*; return when it and all that it started have ended.

    *start* starts it from a warm parent instead of by a fresh interpreter.

    Raises:
        LostParentError: when that parent is there no more.

    """
    cpu = int(limits.seconds * (os.cpu_count() or 1)) + 1
    rlimits = {"RLIMIT_CPU": cpu, "RLIMIT_FSIZE": limits.file_size, "RLIMIT_CORE": 0}
    if limits.data_limit:
        rlimits["RLIMIT_DATA"] = limits.memory
    with _groups(limits) as groups:
        if not any("pids" in group or (Path(group) / "pids.max").exists() for group in groups) and os.getuid():
            rlimits["RLIMIT_NPROC"] = _own_processes() + limits.processes
        spec = {
            "argv": list(argv),
            "cwd": str(cwd),
            "env": dict(env),
            "timeout": limits.seconds,
            "limits": rlimits,
            "groups": groups,
            "network": limits.network,
        }
        return _supervised(spec, limits, start or _Process)


class _Process:
    """A supervisor in a process of its own."""

    def __init__(self, spec: Mapping[str, Any], output: int, report: int) -> None:
        command = [sys.executable, "-I", "-S", supervise.__file__, json.dumps(spec), str(report)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, pass_fds=(report,)
        )

    def stop(self) -> None:
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _supervised(spec: dict[str, object], limits: Limits, start: Start) -> Finished:
    begun = time.monotonic()
    output_read, output_write = os.pipe()
    report_read, report_write = os.pipe()
    with os.fdopen(report_read, "rb") as report, os.fdopen(output_read, "rb"):
        try:
            started = start(spec, output_write, report_write)
        finally:
            os.close(output_write)
            os.close(report_write)
        with _lock:
            _running.add(started)
        try:
            output, flooded = _read(started, output_read, begun + limits.seconds + _GRACE)
        except BaseException:
            started.stop()
            raise
        finally:
            with _lock:
                _running.discard(started)
            started.wait(max(1.0, begun + limits.seconds + _GRACE - time.monotonic()))
        seconds = time.monotonic() - begun
        answer = json.loads(report.read() or b"{}")
    if not answer and not flooded and start is not _Process:
        raise LostParentError
    return Finished(
        answer.get("status", -9),
        output,
        seconds,
        answer.get("timed_out", not flooded and not answer),
        flooded,
        "open" if limits.network else answer.get("network", "could not be cut: the command did not start"),
        answer.get("killed", 0),
        answer.get("stopped", False) and not flooded,
    )


def _read(started: Started, descriptor: int, deadline: float) -> tuple[str, bool]:
    """Return the head and tail of the output, and whether the command was stopped for printing too much."""
    head, tail, total, flooded = bytearray(), bytearray(), 0, False
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([descriptor], [], [], left)[0]:
            break
        chunk = os.read(descriptor, 65536)
        if not chunk:
            break
        total += len(chunk)
        room = KEEP - len(head)
        head += chunk[:room]
        tail += chunk[room:] if room < len(chunk) else b""
        del tail[: max(0, len(tail) - KEEP)]
        if total > MOST_OUTPUT and not flooded:
            flooded = True
            started.stop()
    left_out = total - len(head) - len(tail)
    middle = f"\n[{left_out:,} bytes left out]\n".encode() if left_out else b""
    return bytes(head + middle + tail).decode("utf-8", "replace"), flooded


def _own_processes() -> int:
    user = os.getuid()
    count = 0
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            count += entry.name.isdigit() and entry.stat().st_uid == user
    return count


def can_group() -> bool:
    """Return whether this process can make a memory group."""
    with _groups(Limits()) as groups:
        return any((Path(g) / f).exists() for g in groups for f in ("memory.max", "memory.limit_in_bytes"))


@contextlib.contextmanager
def _groups(limits: Limits) -> Iterator[list[str]]:
    """Make control groups that hold the limits of memory and processes, where the machine lets us."""
    name = f"faultbook-{uuid.uuid4().hex[:12]}"
    made: list[Path] = []
    for mount, files in _mounts(limits):
        group = mount / name
        try:
            group.mkdir()
            made.append(group)
            for file, value in files.items():
                (group / file).write_text(value, encoding="ascii")
        except OSError:
            continue
    try:
        yield [str(group) for group in made]
    finally:
        for group in made:
            _remove(group)


def _mounts(limits: Limits) -> Iterator[tuple[Path, dict[str, str]]]:
    memory, processes = str(limits.memory), str(limits.processes)
    with contextlib.suppress(OSError):
        for line in Path("/proc/mounts").read_text("utf-8").splitlines():
            _, mount, kind, options, *_ = line.split()
            if kind == "cgroup" and "memory" in options.split(","):
                yield Path(mount), {"memory.limit_in_bytes": memory}
            elif kind == "cgroup" and "pids" in options.split(","):
                yield Path(mount), {"pids.max": processes}
            elif kind == "cgroup2" and "pids" in (Path(mount) / "cgroup.controllers").read_text("ascii").split():
                yield Path(mount), {"memory.max": memory, "pids.max": processes}


def _remove(group: Path) -> None:
    # A group is busy until the kernel has let go of its last process, a moment after that was reaped.
    for _ in range(100):
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.01)
        else:
            return
