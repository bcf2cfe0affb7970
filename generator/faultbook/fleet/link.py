"""The caller's end: starts the process that holds Ray, gives it orders, reads its events, and outlives it."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from faultbook.fleet.address import Address, FleetError
from faultbook.fleet.luggage import MOST_BYTES, pack
from faultbook.fleet.messages import Connected, Event, Failed, Nodes, Order
from faultbook.fleet.needs import Node

__all__ = ["Link", "LinkLostError"]

_CONNECT = 180.0  # seconds for a first word: a runtime environment is sent meanwhile
_GRACE = 10.0  # seconds for the driver to end by itself
_SPOKEN = ("Cannot connect", "ConnectionError", "Could not find any running Ray instance")


class LinkLostError(FleetError):
    """The cluster was there and is gone."""


class Link:
    """A cluster, while the block lasts; the folder that travels is made and removed with it."""

    def __init__(self, address: Address, content: bytes, root: Path | None = None, slugs: Iterable[str] = ()) -> None:
        self.address = address
        self.nodes: tuple[Node, ...] = ()
        self._content, self._root, self._slugs = content, root, tuple(slugs)
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Connect.

        Raises:
            FleetError: when that fails, in one line that says what to do.

        """
        try:
            self._begin()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        """Let the cluster go; what still runs there is ended by Ray."""
        self._stack.close()

    def _begin(self) -> None:
        self.address.try_out()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="faultbook-fleet-")))
        size = pack(folder / "tree", self._root, self._slugs)
        if size > MOST_BYTES:
            message = (
                f"{size >> 20} MiB would travel, and Ray carries {MOST_BYTES >> 20}: name fewer entries, or --shard"
            )
            raise FleetError(message)
        (folder / "content").write_bytes(self._content)
        ours, theirs = socket.socketpair()
        with theirs, (folder / "driver.log").open("wb") as log:
            command = [sys.executable, "-m", "faultbook.fleet.driver", str(theirs.fileno())]
            self._process = subprocess.Popen(
                [*command, self.address.for_ray, str(folder / "tree")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # a Ctrl-C is ours alone
                env={"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", **os.environ},
            )
        self._socket = Connection(ours.detach())
        self._stack.callback(self._end)
        deadline = time.monotonic() + _CONNECT
        while not self.nodes:
            for event in self._read(max(0.0, deadline - time.monotonic())):
                if isinstance(event, Failed):
                    raise FleetError(self._plain(event.text))
                if isinstance(event, Nodes):
                    self.nodes = event.nodes
            if time.monotonic() > deadline:
                raise FleetError(f"{self.address} did not answer within {_CONNECT:.0f} s")

    def send(self, order: Order) -> None:
        """Give an order.

        Raises:
            LinkLostError: when the cluster is gone.

        """
        try:
            self._socket.send(order)
        except OSError as error:
            raise self._lost() from error

    def events(self, timeout: float) -> Iterator[Event]:
        """Yield what happened, after at most *timeout* seconds.

        Raises:
            LinkLostError: when the cluster is gone.

        """
        for event in self._read(timeout):
            if isinstance(event, Failed):
                raise LinkLostError(self._plain(event.text))
            if isinstance(event, Nodes):
                self.nodes = event.nodes
            if not isinstance(event, Connected):
                yield event

    def _read(self, timeout: float) -> Iterator[Event]:
        try:
            if self._socket.poll(timeout):
                yield self._socket.recv()
                while self._socket.poll():
                    yield self._socket.recv()
        except (EOFError, OSError) as error:
            raise self._lost() from error

    def _lost(self) -> LinkLostError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        return LinkLostError(f"{self.address} is gone: its head, or this machine's own node, has ended")

    def _plain(self, text: str) -> str:
        """Return Ray's sentence as one that says what to do."""
        if "mismatch" in text.lower():
            return f"{self.address} has another Ray or Python than this machine: {text}"
        if self.address.host is None and any(word in text for word in _SPOKEN):
            return (
                "no Ray cluster on this machine: start one with 'ray start --head', or name one, --on ray://HOST:10001"
            )
        return f"{self.address}: {text}"

    def _end(self) -> None:
        self._socket.close()
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
