"""The process that holds Ray: it turns orders into tasks, and what becomes of them into events.

Ray ends its driver's process when the head or the own raylet is gone, from its C++ threads and without a word to
Python. So the driver is not the caller: the caller starts this module, ``python -m faultbook.fleet.driver``, with
the number of a socket, an address and the folder that travels, and outlives it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import sys
import time
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import ray
from ray import exceptions

from faultbook.fleet import node as work
from faultbook.fleet.messages import Cancel, Connected, Ended, Failed, Fault, FaultKind, Nodes, Started, Submit, Told
from faultbook.fleet.needs import Node

_NO_MODULE = re.compile(r"No module named '([^']+)'")
_NODE_ID = re.compile(r"\bID: ([0-9a-f]{56})")
_MEMORY = re.compile(r"was ([0-9.]+GB) used / ([0-9.]+GB) limit")
_TICK = 0.2  # seconds between looks at what ended
_LOOK = 2.0  # seconds between looks at which nodes are alive
_LINE = 300  # characters of what Ray says that are passed on
_OWN_RESOURCES = ("CPU", "GPU", "memory", "object_store_memory")


class Board:
    """Where tasks say that they began, and on which node; an actor, since a caller learns of a task's end alone."""

    def __init__(self) -> None:
        self._said: list[tuple[int, str, str]] = []

    def say(self, key: int, kind: str, text: str) -> None:
        """Put down one line of a task."""
        self._said.append((key, kind, text))

    def read(self) -> list[tuple[int, str, str]]:
        """Return what was put down since it was last read."""
        said, self._said = self._said, []
        return said


def execute(key: int, board: Any, function: str, argument: Any, content: bytes) -> tuple[str, Any]:
    """Do one task on a node; return the node's id and the task's value."""
    here = ray.get_runtime_context().get_node_id()
    board.say.remote(key, "began", here)
    try:
        value = getattr(work, function)(argument, content, lambda line: board.say.remote(key, "line", line))
    except work.NodeFault as fault:
        fault.node = here
        raise
    return here, value


class Driver:
    """Serves one caller until it closes the socket."""

    def __init__(self, caller: Connection) -> None:
        self.caller = caller
        self.keys: dict[Any, int] = {}
        """By reference, the tasks that have not ended."""
        self.nodes: tuple[Node, ...] = ()
        self.looked = 0.0
        self.said: Any = None

    def serve(self, content: bytes) -> None:
        """Take orders and tell what happens; return when the caller is gone."""
        content_ref = ray.put(content)
        board: Any = ray.remote(Board)  # Ray's types do not know what it makes
        self.board = board.options(num_cpus=0, max_restarts=-1).remote()
        task = ray.remote(execute)
        self.caller.send(Connected())
        while True:
            self._look()
            while self.caller.poll():
                try:
                    order = self.caller.recv()
                except EOFError:
                    self._cancel(self.keys)
                    return
                if isinstance(order, Submit):
                    options = {"max_retries": 0, **order.options}
                    reference = task.options(**options).remote(
                        order.key, self.board, order.function, order.argument, content_ref
                    )
                    self.keys[reference] = order.key
                elif isinstance(order, Cancel):
                    self._cancel(ref for ref, key in self.keys.items() if key == order.key)
            self._listen()
            self._harvest()

    def _cancel(self, references: Iterable[Any]) -> None:
        """End tasks with their workers; a supervisor on the node then ends what a part has started."""
        for reference in tuple(references):
            with contextlib.suppress(exceptions.RayError):
                ray.cancel(reference, force=True)

    def _harvest(self) -> None:
        """Tell of each task that has ended."""
        if not self.keys:
            time.sleep(_TICK)
            return
        waiting = list(self.keys)
        ended, _ = ray.wait(waiting, num_returns=len(waiting), timeout=_TICK)
        for reference in ended:
            key = self.keys.pop(reference)
            try:
                node, value = ray.get(reference)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the caller must learn of it
                for _ in range(2):  # where it ran, if it began; the first answer may be of before
                    self._listen(patience=_LOOK)
                self.caller.send(fault_of(key, error))
            else:
                self.caller.send(Ended(key, value, node))

    def _look(self) -> None:
        """Tell which nodes are alive, when that has changed."""
        if time.monotonic() < self.looked + _LOOK:
            return
        self.looked = time.monotonic()
        alive = [raw for raw in ray.nodes() if raw["Alive"]]  # type: ignore[no-untyped-call]
        hosts = [raw["NodeManagerHostname"] for raw in alive]
        nodes = tuple(sorted((_node(raw, hosts) for raw in alive), key=lambda node: node.id))
        if nodes != self.nodes:
            self.nodes = nodes
            self.caller.send(Nodes(nodes))

    def _listen(self, patience: float = 0.0) -> None:
        """Pass on what tasks said; the board may be on a node that is gone, and then it begins anew elsewhere."""
        if self.said is None:
            self.said = self.board.read.remote()
        if not ray.wait([self.said], timeout=patience)[0]:
            return
        with contextlib.suppress(exceptions.RayError):
            for key, kind, text in ray.get(self.said):
                self.caller.send(Started(key, text) if kind == "began" else Told(key, text))
        self.said = None


def _node(raw: dict[str, Any], hosts: list[str]) -> Node:
    has = raw["Resources"]
    host = raw["NodeManagerHostname"]
    return Node(
        raw["NodeID"],
        host if hosts.count(host) == 1 else f"{host} ({raw['NodeID'][:6]})",
        has.get("CPU", 0),
        has.get("GPU", 0),
        int(has.get("memory", 0)),
        frozenset(name for name in has if name not in _OWN_RESOURCES and not name.startswith("node:")),
    )


def fault_of(key: int, error: BaseException) -> Fault:
    """Return what kept a task from its end, by what Ray raises for it."""
    cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
    if isinstance(cause, work.NodeFault):
        return Fault(key, cause.kind, cause.text, cause.node)
    if lacking := _NO_MODULE.search(str(error)):
        return Fault(
            key, "setup", f"the node's Python has no {lacking[1]}: pip install 'faultbook[snippets,fleet]' there"
        )
    if isinstance(cause, OSError) and cause.errno in {errno.ENOSPC, errno.EDQUOT}:
        return Fault(key, "disk", f"{cause.strerror} at {cause.filename}")
    kinds: tuple[tuple[type[BaseException], FaultKind], ...] = (
        (exceptions.OutOfMemoryError, "memory"),
        (exceptions.OutOfDiskError, "disk"),
        (exceptions.RuntimeEnvSetupError, "setup"),
        (exceptions.TaskCancelledError, "cancelled"),
        (exceptions.WorkerCrashedError, "worker"),
        (exceptions.NodeDiedError, "node"),
        (exceptions.ObjectLostError, "node"),
        (exceptions.RpcError, "node"),
    )
    kind: FaultKind = next((kind for raised, kind in kinds if isinstance(cause, raised)), "code")
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()] or [""]
    if kind == "code":  # the last line of a traceback
        return Fault(key, kind, f"{type(cause).__name__}: {lines[-1]}"[:_LINE])
    text, where = " ".join(lines), _NODE_ID.search(str(cause))
    if kind in {"worker", "node"}:  # Ray's sentences name what may have been; which node it was is said anyway
        text = ""
    elif kind == "memory" and (used := _MEMORY.search(text)):
        text = f"{used[1]} of {used[2]} were in use"
    return Fault(key, kind, text[:_LINE], where[1] if where else None)


def connect(address: str, folder: str) -> None:
    """Connect to the cluster, and send *folder* along as what its tasks run in."""
    ray.init(
        address=address,
        # A worker that ends would kill the supervisor of its part outright, and what that watches would run on. Left
        # alone, the supervisor is told by the kernel that the worker is gone, and ends all that the part has started.
        runtime_env={"working_dir": folder, "env_vars": {"RAY_kill_child_processes_on_worker_exit": "0"}},
        log_to_driver=False,
        configure_logging=False,
    )


def main() -> None:
    """Serve the caller of the command line."""
    caller, address, folder = Connection(int(sys.argv[1])), sys.argv[2], sys.argv[3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller's Ctrl-C; it closes the socket
    try:
        connect(address, folder)
        Driver(caller).serve(Path(folder, os.pardir, "content").read_bytes())
    except (BrokenPipeError, ConnectionResetError):
        pass  # the caller is gone
    except Exception as error:  # noqa: BLE001 -- the caller shows it
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        with contextlib.suppress(OSError):
            caller.send(Failed(f"{type(error).__name__}: {' '.join(lines)[:500]}"))
    ray.shutdown()


if __name__ == "__main__":
    main()
