"""Warm parents: interpreters that have imported what parts import first, and fork a child for each command.

A parent serves one worker, one part at a time, and was started with exactly the environment that its children have,
in the folder where they work: what an import keeps of these is true for each child.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from faultbook.snippets import supervise
from faultbook.snippets.header import Header
from faultbook.snippets.leading import leading_imports
from faultbook.snippets.part import Part
from faultbook.snippets.sandbox import LostParentError, Started
from faultbook.snippets.setting import empty

__all__ = ["Parent", "Warmth", "alike", "can_be_warm"]

_SITE = Path(__file__).with_name("warm_site")
_START = 120.0  # seconds that a parent's imports may take
#: Variables that the interpreter, the loader, the allocator or a driver reads as it starts. What a library reads as it
#: is imported, such as OMP_NUM_THREADS, a parent has read as its children would have: it was started with it.
_INTERPRETER = ("PYTHON", "LD_", "MALLOC_", "GLIBC_", "CUDA_", "NVIDIA_")


def can_be_warm(part: Part, header: Header) -> tuple[str, ...]:
    """Return what a parent of *part* imports, or nothing when each of its commands needs an interpreter of its own.

    These are the parts that set what an interpreter reads as it starts, whose memory or rights are measured from their
    first byte on, that count how deep calls go, or that start anything but one script of their folder.
    """
    if any(name.startswith(_INTERPRETER) for name in header.env) or header.needs.root or header.needs.cgroup:
        return ()
    if "recursion" in part.text.lower() or not all(_is_script(block.words, part) for block in part.blocks):
        return ()
    return leading_imports(part)


def alike(part: Part, header: Header) -> tuple[object, ...]:
    """Return what parts have in common that one parent can serve, or nothing for a part that can have none."""
    modules = can_be_warm(part, header)
    return (modules, *sorted(header.env.items())) if modules else ()


def _is_script(words: Sequence[str], part: Part) -> bool:
    command, script, *_ = (*words, "")
    return command == "python" and "/" not in script and (part.path.parent / script).is_file()


class Parent:
    """One warm parent in a folder of its own."""

    def __init__(self, python: Path, modules: Sequence[str], env_in: Callable[[Path], dict[str, str]]) -> None:
        """Start it and wait until it has imported *modules*; :attr:`refused` says why it cannot be used."""
        self._closed = False
        self._temporary = tempfile.TemporaryDirectory(prefix="faultbook-", ignore_cleanup_errors=True)
        self.folder = folder = Path(self._temporary.name).resolve()
        self._like = folder / "like"
        self._like.mkdir()
        empty(folder)
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # A pipe, since the interpreter looks at what its output is; nothing is read but what fits into it.
        self._said, output = os.pipe()
        number = str(theirs.fileno())
        with theirs:
            self._process = subprocess.Popen(
                [str(python), "-m", "faultbook", number, supervise.__file__, *modules],
                cwd=folder / "work",
                env={**env_in(folder), "PYTHONPATH": str(_SITE)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=(int(number),),
                start_new_session=True,
            )
        os.close(output)
        self.refused = self._first_words()
        if self.refused is None:  # an import may have made a folder, which it does not do again
            empty(self._like, folder)
        if self.refused is not None:
            self.close()

    def _first_words(self) -> str | None:
        if not select.select([self._socket], [], [], _START)[0]:
            return f"the imports took more than {_START:.0f} s"
        try:
            words = self._socket.recv(65536)
        except OSError:
            words = b""
        if not words:
            return "the interpreter ended while it imported"
        refused = json.loads(words)["refused"]
        return None if refused is None else str(refused)

    def empty(self) -> None:
        """Make the folders of the next part, as they were after the imports.

        Raises:
            OSError: when something there cannot be removed.

        """
        empty(self.folder, self._like)

    def start(self, spec: Mapping[str, Any], output: int, report: int) -> Started:
        """Fork a child that runs the command of *spec*; return its supervisor.

        Raises:
            LostParentError: when the parent is there no more.

        """
        given, spec_write = os.pipe()
        try:
            socket.send_fds(self._socket, [b"1"], [output, report, given])
        except OSError as error:
            os.close(spec_write)
            raise LostParentError from error
        finally:
            os.close(given)
        try:
            with os.fdopen(spec_write, "wb") as pipe:
                pipe.write(json.dumps(spec).encode())
            pid = int(self._socket.recv(64) or b"0")
            if pid:
                return _Supervisor(pid)
        except OSError as error:
            raise LostParentError from error
        raise LostParentError

    def close(self) -> None:
        """End the parent; once is enough."""
        if self._closed:
            return
        self._closed = True
        self._socket.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._said)
        self._temporary.cleanup()


class _Supervisor:
    """A supervisor that is the child of a warm parent, not ours."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        try:
            self._descriptor = os.pidfd_open(pid)
        except ProcessLookupError as error:
            raise LostParentError from error

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGTERM)

    def wait(self, seconds: float) -> None:
        if not select.select([self._descriptor], [], [], seconds)[0]:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
            select.select([self._descriptor], [], [], 5)
        os.close(self._descriptor)


class Warmth:
    """The warm parents of one worker, of which those that were used last are kept.

    A parent holds 0.15 GB of its own with torch, 0.4 GB with transformers' trainer; to start one takes as long as the
    import does.
    """

    def __init__(self, most: int = 6) -> None:
        self._most = most
        self._parents: OrderedDict[tuple[object, ...], Parent] = OrderedDict()
        self._refused: dict[tuple[object, ...], str] = {}

    def parent(self, python: Path, modules: Sequence[str], env_in: Callable[[Path], dict[str, str]]) -> Parent | None:
        """Return a parent that has imported *modules*, with empty folders; ``None`` when there can be none.

        *env_in* gives the environment of commands in a folder.
        """
        if not modules or not hasattr(os, "pidfd_open") or sys.implementation.name != "cpython":
            return None
        key = (python, *modules, *sorted(env_in(Path("/")).items()))
        if key in self._refused:
            return None
        parent = self._parents.pop(key, None)
        if parent is not None:
            try:
                parent.empty()
            except OSError:  # a part left what cannot be removed
                parent.close()
                parent = None
        if parent is None:
            while len(self._parents) >= self._most:
                self._parents.popitem(last=False)[1].close()
            parent = Parent(python, modules, env_in)
            if parent.refused is not None:
                self._refused[key] = parent.refused
                return None
        self._parents[key] = parent
        return parent

    def drop(self, parent: Parent) -> None:
        """Forget a parent that is lost."""
        for key, item in tuple(self._parents.items()):
            if item is parent:
                del self._parents[key]
        parent.close()

    def close(self) -> None:
        """End all parents."""
        while self._parents:
            self._parents.popitem()[1].close()
