"""Run a command in a memory group of its own, cgroup version 1 or 2."""

import subprocess
import sys
import uuid
from pathlib import Path
from time import monotonic, sleep

MiB = 1 << 20
LIMIT = 640 * MiB  # room for Python with torch, twice, and for a cache of half that size

#: Moves the shell into the group, then becomes the command: the workers that it starts are counted too.
ENTER = 'echo $$ > "$1/cgroup.procs" && shift && exec "$@"'


def memory_mount() -> tuple[Path, str]:
    """Return where memory groups are made, and the name of the limit there."""
    for line in Path("/proc/mounts").read_text().splitlines():
        _, path, kind, options, *_ = line.split()
        if kind == "cgroup" and "memory" in options.split(","):
            return Path(path), "memory.limit_in_bytes"
        if kind == "cgroup2" and "memory" in (Path(path) / "cgroup.controllers").read_text().split():
            (Path(path) / "cgroup.subtree_control").write_text("+memory")
            return Path(path), "memory.max"
    message = "no memory cgroup is mounted here"
    raise RuntimeError(message)


def run_limited(script: str, limit: int = LIMIT) -> int:
    """Run *script* with the argument ``job`` and at most *limit* bytes of memory; return its exit status."""
    mount, name = memory_mount()
    group = mount / f"faultbook-{uuid.uuid4().hex[:12]}"
    group.mkdir()
    try:
        (group / name).write_text(str(limit))
        for no_swap, value in (("memory.swap.max", "0"), ("memory.memsw.limit_in_bytes", str(limit))):
            if (group / no_swap).exists():
                (group / no_swap).write_text(value)
        command = ["sh", "-c", ENTER, "sh", str(group), sys.executable, script, "job"]
        return subprocess.run(command, check=False).returncode
    finally:
        remove(group)


def remove(group: Path) -> None:
    """Remove an empty group; the kernel holds it for a moment after its last process was reaped."""
    deadline = monotonic() + 20
    while monotonic() < deadline:
        try:
            group.rmdir()
        except OSError:
            sleep(0.05)
        else:
            return
