"""Probes as Kubernetes documents them: a period, a timeout and a number of failures in a row, in seconds."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator

__all__ = ["Probe", "Server", "ask", "server"]


def ask(port: int, path: str, timeout: float) -> bool:
    """Return whether GET *path* is answered with 200 within *timeout*."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=timeout) as answer:
            return answer.status == 200
    except (OSError, http.client.HTTPException):
        return False


@dataclasses.dataclass(frozen=True)
class Probe:
    """One HTTP probe."""

    period: float
    timeout: float
    failures: int

    def run(self, port: int, *, until: threading.Event) -> bool:
        """Probe until *until* is set; return False as soon as enough probes in a row have failed."""
        row = 0
        while not until.is_set():
            row = 0 if ask(port, "/health", self.timeout) else row + 1
            if row == self.failures:
                return False
            until.wait(self.period)
        return True

    def wait(self, port: int) -> bool:
        """Probe until the first success, as a startup probe does; return False when the failures are used up."""
        for _ in range(self.failures):
            if ask(port, "/health", self.timeout):
                return True
            time.sleep(self.period)
        return False


@dataclasses.dataclass(frozen=True)
class Server:
    """A running server and its port."""

    process: subprocess.Popen[bytes]
    port: int

    def requests(self, count: int, done: threading.Event) -> list[bool]:
        """Send *count* requests at once; return a list that fills with their fates, and set *done* when it is full."""
        answered: list[bool] = []

        def send() -> None:
            answered.append(ask(self.port, "/generate", 60))
            if len(answered) == count:
                done.set()

        for _ in range(count):
            threading.Thread(target=send, daemon=True).start()
        return answered


@contextlib.contextmanager
def server(*, load: float, threads: int) -> Iterator[Server]:
    """Start server.py on a port that was free a moment ago, and end it like a container: SIGTERM, then SIGKILL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {"PORT": str(port), "LOAD": str(load), "THREADS": str(threads)}
    process = subprocess.Popen([sys.executable, "server.py"], env=environment)
    try:
        yield Server(process, port)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
