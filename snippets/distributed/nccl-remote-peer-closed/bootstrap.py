"""Rank 0's side of an NCCL bootstrap, by the released library; the peer that joins it and ends is made by hand here.

A real peer asks for its GPU before it connects. This one only sends the greeting of NCCL's TCP connections.
"""

import contextlib
import ctypes
import importlib.util
import os
import signal
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path


def unique_id() -> bytes:
    """Start rank 0's bootstrap, which now waits for its peers, and return the id by which they find it."""
    package = importlib.util.find_spec("nvidia.nccl")
    folder = Path(next(iter(package.submodule_search_locations)))
    library = ctypes.CDLL(str(folder / "lib" / "libnccl.so.2"))
    made = (ctypes.c_byte * 128)()
    assert library.ncclGetUniqueId(made) == 0
    return bytes(made)


def address(made: bytes) -> tuple[str, int]:
    """Return the host and port at which rank 0 waits."""
    return socket.inet_ntoa(made[12:16]), struct.unpack(">H", made[10:12])[0]


def peer(made: bytes, end: Callable[[], None]) -> None:
    """Start another process, which greets rank 0, and lets *end* happen before it has sent anything else."""
    child = os.fork()
    if child == 0:
        connection = socket.create_connection(address(made))
        connection.sendall(made[:8] + struct.pack("<i", 1))  # the job's magic number, and "bootstrap"
        end()
        os._exit(1)
    os.waitpid(child, 0)


def killed() -> None:
    """What the kernel's OOM killer and a scheduler do."""
    os.kill(os.getpid(), signal.SIGKILL)


def waiting(made: bytes) -> bool:
    """Return whether rank 0 still waits for its peers, after it had time to notice."""
    for _ in range(100):
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(address(made)):
            time.sleep(0.05)
            continue
        return False
    return True
