"""Run a program in a control group that may hold only so many tasks, or use only so much time; version 1 or 2."""

import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

#: Moves the shell into the group, then becomes the command: it and all that it starts are counted.
ENTER = 'echo $$ > "$1/cgroup.procs" && shift && exec "$@"'


@dataclass(frozen=True)
class Ended:
    """How a command ended: its status, how often the kernel refused a task, and what it logged about the group."""

    status: int
    refused: int
    kernel: tuple[str, ...]


def mount_of(controller: str) -> Path:
    """Return where groups of a controller are made."""
    for line in Path("/proc/mounts").read_text().splitlines():
        _, path, kind, options, *_ = line.split()
        if kind == "cgroup" and controller in options.split(","):
            return Path(path)
        if kind == "cgroup2" and controller in (Path(path) / "cgroup.controllers").read_text().split():
            (Path(path) / "cgroup.subtree_control").write_text(f"+{controller}")
            return Path(path)
    message = f"no controller {controller} is mounted here"
    raise RuntimeError(message)


@contextmanager
def group_of(controller: str) -> Iterator[Path]:
    """Make a group, and remove it afterwards."""
    group = mount_of(controller) / f"faultbook-{uuid.uuid4().hex[:12]}"
    group.mkdir()
    try:
        yield group
    finally:
        deadline = monotonic() + 20
        while (group / "cgroup.procs").read_text() and monotonic() < deadline:
            sleep(0.05)
        group.rmdir()


@contextmanager
def quota_of(cores: float) -> Iterator[list[str]]:
    """Make a group with a quota of time, as container runtimes do; yield what a command is to be started by."""
    with group_of("cpu") as group:
        period, quota = 100_000, int(cores * 100_000)
        if (group / "cpu.max").exists():
            (group / "cpu.max").write_text(f"{quota} {period}")
        else:
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        yield ["sh", "-c", ENTER, "sh", str(group)]


def run_limited(file: str, tasks: int) -> Ended:
    """Run ``python FILE run`` with at most *tasks* tasks: processes and threads are counted alike."""
    with group_of("pids") as group:
        (group / "pids.max").write_text(str(tasks))
        command = ["sh", "-c", ENTER, "sh", str(group), sys.executable, file, "run"]
        status = subprocess.run(command, check=False).returncode
        refused = int((group / "pids.events").read_text().split()[1])
        log = subprocess.run([shutil.which("dmesg") or "dmesg"], capture_output=True, text=True, check=False).stdout
        return Ended(status, refused, tuple(line for line in log.splitlines() if group.name in line))
