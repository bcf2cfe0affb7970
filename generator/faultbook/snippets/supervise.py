"""Runs one command so that nothing of it is left: a program of its own, started by ``sandbox`` with ``python -I -S``.

A warm parent (``warm_site/sitecustomize.py``) loads it too, and calls :func:`supervise` in a fork of itself.

It becomes the reaper of every descendant (``PR_SET_CHILD_SUBREAPER``), so that a process that leaves its group or its
session, or ignores SIGTERM, still ends with it. It imports nothing but the standard library, to start quickly.

Arguments: a JSON object (argv, cwd, env, timeout, limits, groups, network) and the number of a file descriptor to which
it writes one JSON object (status, timed_out, network, killed, error).
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1
_LIBC = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Run the command of the first argument and report on the descriptor of the second."""
    spec, report = json.loads(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(report, False)
    supervise(spec, report)


def supervise(spec: dict[str, Any], report: int, become: Callable[[], None] | None = None) -> bool:
    """Run the command of *spec*, report on the descriptor *report*, and return True when all is over.

    The command is started by ``execvpe``; with *become* it is this very process that goes on instead: *become* is
    called in a child that has entered its limits, and what it returns to the child's caller is False.
    """
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT})
    said_read, said_write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(said_read)
        if become is not None:
            os.close(report)
        _become(spec, said_write, become)
        return False
    os.close(said_write)
    # The child holds our output; this process must not keep the pipe open or write to it.
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    status, ended = _wait(child, time.monotonic() + spec["timeout"])
    killed = _kill_all(child, spec["groups"])
    if status is None:
        status = -signal.SIGKILL
    with os.fdopen(said_read, "rb") as said:
        words = json.loads(said.read() or b"{}")
    answer = {
        "status": status,
        "timed_out": ended == "timeout",
        "stopped": ended == "stopped",
        "killed": killed,
    } | words
    os.write(report, json.dumps(answer).encode())
    return True


def _become(spec: dict[str, Any], said: int, become: Callable[[], None] | None) -> None:
    """Enter the groups and limits of *spec* and become its command; returns only after *become*."""
    words: dict[str, str] = {}
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT})
        for group in spec["groups"]:
            Path(group, "cgroup.procs").write_text(str(os.getpid()), encoding="utf-8")
        if not spec["network"]:
            try:
                words["network"] = _cut_network()
            except OSError as error:
                words["network"] = f"could not be cut: {error.strerror}"
        for name, value in spec["limits"].items():
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (most, most))
        os.chdir(spec["cwd"])
        os.write(said, json.dumps(words).encode())
        if become is not None:
            os.close(said)
            return become()
        os.set_inheritable(said, False)
        os.execvpe(spec["argv"][0], spec["argv"], spec["env"])
    except OSError as error:
        os.write(2, f"cannot start {spec['argv'][0]}: {error.strerror}\n".encode())
        os._exit(127)
    except BaseException:  # noqa: BLE001 - this process must go on under no circumstances
        os._exit(127)


def _cut_network() -> str:
    """Move this process into a network namespace that holds nothing but loopback; say what happened."""
    user, group = os.getuid(), os.getgid()
    if _LIBC.unshare(_CLONE_NEWNET) != 0:
        if _LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
            return f"could not be cut: {os.strerror(ctypes.get_errno())}"
        Path("/proc/self/setgroups").write_text("deny", encoding="utf-8")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="utf-8")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="utf-8")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(control, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _IFF_UP))
    return "cut"


def _wait(child: int, deadline: float) -> tuple[int | None, str]:
    """Return the child's exit code (minus the signal that ended it), and why waiting ended."""
    while True:
        while True:  # reap whatever ended, adopted processes too
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return None, "lost"
            if pid == 0:
                break
            if pid == child:
                return os.waitstatus_to_exitcode(status), "exit"
        left = deadline - time.monotonic()
        if left <= 0:
            return None, "timeout"
        found = signal.sigtimedwait({signal.SIGCHLD, signal.SIGTERM, signal.SIGINT}, left)
        if found is not None and found.si_signo != signal.SIGCHLD:
            return None, "stopped"


def _kill_all(child: int, groups: list[str]) -> int:
    """Kill every descendant and everything in *groups* until none is left; return how many there were."""
    killed: set[int] = set()
    for _ in range(1000):
        # Whoever has lost a parent is our child: without one there is nobody, and no need to look at all processes.
        alive = (_descendants(os.getpid()) if _has_children() else set()) | _members(groups)
        alive -= {os.getpid()}
        if not alive:
            break
        # Stop them all before killing any: a fork bomb cannot refill what is frozen.
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in alive:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
        killed |= alive
        while True:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    break
            except ChildProcessError:
                break
        time.sleep(0.002)
    return len(killed - {child})


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _descendants(root: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            if state != "Z" or int(parent) != root:
                children.setdefault(int(parent), []).append(int(entry.name))
    found: set[int] = set()
    waiting = [root]
    while waiting:
        for pid in children.get(waiting.pop(), ()):
            if pid not in found:
                found.add(pid)
                waiting.append(pid)
    return found


def _members(groups: list[str]) -> set[int]:
    found: set[int] = set()
    for group in groups:
        try:
            found |= {int(line) for line in Path(group, "cgroup.procs").read_text("utf-8").split()}
        except OSError:
            continue
    return found


if __name__ == "__main__":
    main()
