"""Run a command in a memory cgroup of its own, version 1 or 2, and report how it ended."""

import shutil
import signal
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

MiB = 1 << 20

#: Moves the shell into the group, then becomes the command: the command and its children are counted from the start.
ENTER = 'echo $$ > "$1/cgroup.procs" && shift && exec "$@"'


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit status, the group's counters, and what the kernel said of the group."""

    status: int
    kills: int
    peak: int
    kernel: tuple[str, ...]

    @property
    def how(self) -> str:
        """The exit status in words."""
        return signal.Signals(-self.status).name if self.status < 0 else f"exit {self.status}"


def memory_mount() -> tuple[Path, int]:
    """Return where memory groups are made, and the cgroup version."""
    for line in Path("/proc/mounts").read_text().splitlines():
        _, path, kind, options, *_ = line.split()
        if kind == "cgroup" and "memory" in options.split(","):
            return Path(path), 1
        if kind == "cgroup2" and "memory" in (Path(path) / "cgroup.controllers").read_text().split():
            (Path(path) / "cgroup.subtree_control").write_text("+memory")
            return Path(path), 2
    message = "no memory cgroup is mounted here"
    raise RuntimeError(message)


@contextmanager
def memory_group(limit: int) -> Iterator[tuple[Path, int]]:
    """Make a group that may use *limit* bytes and no swap, and remove it afterwards."""
    mount, version = memory_mount()
    group = mount / f"faultbook-{uuid.uuid4().hex[:12]}"
    group.mkdir()
    limits = {1: ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), 2: ("memory.max",)}
    try:
        for name in limits[version]:
            if (group / name).exists():
                (group / name).write_text(str(limit))
        if (group / "memory.swap.max").exists():
            (group / "memory.swap.max").write_text("0")
        yield group, version
    finally:
        deadline = monotonic() + 5
        while (group / "cgroup.procs").read_text() and monotonic() < deadline:
            sleep(0.05)  # a killed process leaves the group a moment after its parent has heard of it
        group.rmdir()


def run_limited(command: list[str], limit: int) -> Ended:
    """Run *command* with at most *limit* bytes of memory; its output goes where ours goes."""
    with memory_group(limit) as (group, version):
        status = subprocess.run(["sh", "-c", ENTER, "sh", str(group), *command], check=False).returncode
        events = dict(
            line.split()
            for line in (group / ("memory.oom_control", "memory.events")[version - 1]).read_text().splitlines()
        )
        peak = int((group / ("memory.max_usage_in_bytes", "memory.peak")[version - 1]).read_text())
        return Ended(status, int(events["oom_kill"]), peak, kernel_lines(group.name))


def kernel_lines(group: str) -> tuple[str, ...]:
    """Return the kernel's two lines on each kill in *group*: why it was chosen, and what was killed."""
    lines = subprocess.run([shutil.which("dmesg") or "dmesg"], capture_output=True, text=True, check=True).stdout
    found, victims = [], set()
    for line in lines.splitlines():
        if "oom-kill:" in line and group in line:
            victims.add(line.split("pid=")[1].split(",")[0])
            found.append(line)
        elif any(f"Killed process {pid} " in line for pid in victims):
            found.append(line)
    return tuple(found)
