"""How near to the cause a line speaks: causality before time.

What a kernel or a driver saw comes first, then a named cause, then a crash, then what only waited, then an exit code,
then what other processes' failure made a process print.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum

from faultbook.diagnosis.landmarks import LANDMARKS, Kind, Landmark
from faultbook.diagnosis.line import Line

__all__ = ["Tier", "tier_of_exception", "tier_of_landmark"]


class Tier(IntEnum):
    """How near to the cause an event speaks, nearest first."""

    KERNEL = 0
    NAMED = 10
    CRASH = 20
    DRIVER = 21
    """An Xid that an application's own fault brings about, or a kernel's line too far from the failure in time."""
    NCCL = 22
    BACKEND = 24
    WAIT = 25
    FIGURE = 27
    """A figure that is off: nothing says so but the numbers."""
    RECORD = 30
    FAILED = 32
    """A line without a level that says that something failed."""
    EXIT = 40
    COLLATERAL = 45
    ECHO = 50


#: Xids that another failure brings about, or that announce what to do about one (NVIDIA's Xid catalogue).
_XID_ECHO = frozenset({43, 45, 63, 92, 154})
#: Xids that a fault of the application brings about.
_XID_APPLICATION = frozenset({13, 31, 137})
_ECHO_TYPES = frozenset(
    {
        "ChildFailedError", "SignalException", "EngineDeadError", "AsyncEngineDeadError", "CancelledError",
        "BrokenPipeError", "ConnectionResetError", "ActorDiedError", "RayActorError", "WorkerCrashedError",
        "BrokenProcessPool", "ProcessExitedException", "ProcessRaisedException", "CalledProcessError",
        "RendezvousConnectionError", "RendezvousClosedError", "RayTaskError", "ResponseError",
        "ServerDisconnectedError",
    }
)  # fmt: skip
_EXIT_TYPES = frozenset({"KeyboardInterrupt", "SystemExit"})
_KERNEL = frozenset({"sxid", "gpu-lost", "oom-kill", "machine-check", "filesystem", "slurm-node"})
_CRASH = frozenset(
    {"kernel-segfault", "trap", "slurm-oom", "oom-killed-pod", "abort-message", "link-down", "glibc", "crashed",
     "dataloader-worker", "killed"}
)  # fmt: skip
_WITH_CODE = frozenset({"elastic-exit", "exit-code", "deepspeed-exit"})
_FIXED = {"interrupt": Tier.EXIT, "nccl-warn": Tier.NCCL, "watchdog": Tier.WAIT}
#: Exit codes of a process that another ended: SIGTERM and SIGINT, as torchrun and as shells write them.
_ENDED_BY_OTHERS = frozenset({-15, 143, -2, 130})
#: SIGKILL, SIGBUS, SIGSEGV, SIGILL and SIGFPE. SIGABRT is left out: it is the watchdog's way to end a process.
_SIGNALS = frozenset({-9, -7, -11, -4, -8, 137, 135, 139, 132, 136})
_WAITED = re.compile(r"[Tt]imed? ?out|Timeout|DistStoreError|[Ww]ait timeout", re.ASCII)
_BACKEND = re.compile(
    r"DistBackendError|NCCL error|nccl(?:System|Internal|UnhandledCuda|InvalidUsage)Error"
    r"|unhandled (?:system|cuda) error",
    re.ASCII,
)
_CANCELLED = re.compile(r"(?:^|: )[Cc]ancell?ed\.?$", re.ASCII)
_CODE = re.compile(r"-?\d{1,9}", re.ASCII)
_BY_SIGNAL = re.compile(r"^signal|Killed|Segmentation|Bus error|[Oo]ut [Oo]f [Mm]emory", re.ASCII)
_ECHOES = tuple(landmark for landmark in LANDMARKS if landmark.kind is Kind.ECHO)
_LOUD = frozenset({"error", "fatal"})
_QUIET = frozenset({"info", "debug"})
_NOT_LOUD = _QUIET | {"warning"}


def tier_of_exception(type_: str, message: str) -> Tier:
    """Return how near to the cause an exception speaks that no entry knows."""
    text = f"{type_}: {message}"
    name = type_.rpartition(".")[2]
    if name in _ECHO_TYPES or _CANCELLED.search(message) or any(echo.compiled.search(text) for echo in _ECHOES):
        return Tier.ECHO
    if name in _EXIT_TYPES:
        return Tier.EXIT
    if _BACKEND.search(text):
        return Tier.BACKEND
    return Tier.WAIT if _WAITED.search(text) else Tier.NAMED


def tier_of_landmark(landmark: Landmark, groups: Mapping[str, str | None], line: Line) -> Tier | None:
    """Return how near to the cause a landmark speaks, or ``None`` when it tells of no failure."""
    name, kind = landmark.name, landmark.kind
    if line.severity in _QUIET and kind in {Kind.FAULT, Kind.DEATH}:
        return None
    if name == "xid":
        xid = int(str(groups["xid"])[:9])
        return Tier.ECHO if xid in _XID_ECHO else Tier.DRIVER if xid in _XID_APPLICATION else Tier.KERNEL
    if name in _KERNEL:
        return Tier.KERNEL
    if name in _CRASH:
        return Tier.EXIT if "SIGABRT" in line.body or "Aborted" in line.body else Tier.CRASH
    if name in _FIXED:
        return _FIXED[name]
    if name == "elastic-field":
        return _of_code(str(groups["value"])) if groups["key"] == "exitcode" else None
    if name in _WITH_CODE:
        return _of_code(str(groups["code"]))
    if name in {"mpirun-signal", "srun-task"}:
        return _of_words(str(groups.get("what") or f"signal {groups.get('signal')}"))
    if name == "failed-line":
        return None if line.severity in _NOT_LOUD else Tier.RECORD if line.severity in _LOUD else Tier.FAILED
    return _of_kind(kind, line)


def _of_kind(kind: Kind, line: Line) -> Tier | None:
    if kind is Kind.FAULT and line.body.startswith("Fatal Python error: Aborted"):
        return Tier.EXIT  # how the watchdog ends a process
    return {Kind.FAULT: Tier.NAMED, Kind.ECHO: Tier.ECHO, Kind.ERROR: Tier.RECORD}.get(kind)


def _of_words(what: str) -> Tier:
    if "Terminated" in what or what == "signal 15":
        return Tier.ECHO
    return Tier.CRASH if _BY_SIGNAL.search(what) else Tier.EXIT


def _of_code(text: str) -> Tier | None:
    found = _CODE.match(text)
    code = int(found[0]) if found is not None else 0
    if code == 0:
        return None
    return Tier.ECHO if code in _ENDED_BY_OTHERS else Tier.CRASH if code in _SIGNALS else Tier.EXIT
