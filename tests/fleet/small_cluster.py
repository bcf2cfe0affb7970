"""A Ray cluster on one machine: nodes of their own processes, with GPUs and targets that they only say they have."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ray.cluster_utils import Cluster

__all__ = ["STORE", "cluster", "fleet", "free_port", "node", "pretended_gpus"]

STORE = 80 << 20  # bytes of a node's object store: about the least that Ray takes
COMMAND = [sys.executable, "-m", "faultbook.cli"]
#: Stands in the place of NVIDIA's library: what a node with such GPUs would be told of them.
_NVML = '''\
"""As much of pynvml as finds a device, with two H200."""

class NVMLError(Exception): pass
class _Memory: total = 141 << 30

def nvmlInit(): pass
def nvmlShutdown(): pass
def nvmlDeviceGetCount(): return 2
def nvmlDeviceGetHandleByIndex(index): return index
def nvmlDeviceGetCudaComputeCapability(handle): return (9, 0)
def nvmlSystemGetCudaDriverVersion_v2(): return 12090
def nvmlDeviceGetName(handle): return "Pretended H200"
def nvmlDeviceGetMemoryInfo(handle): return _Memory
def nvmlSystemGetDriverVersion(): return "580.1"
'''


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def pretended_gpus(folder: Path) -> dict[str, Any]:
    """Return how a node is started that has two CPUs and two GPUs of target sm_90, as far as anybody can ask."""
    folder.mkdir(exist_ok=True)
    (folder / "pynvml.py").write_text(_NVML, encoding="utf-8")
    return {"num_cpus": 2, "num_gpus": 2, "resources": {"sm_90": 2}, "env_vars": {"PYTHONPATH": str(folder)}}


def node(**more: Any) -> dict[str, Any]:
    """Return how a node is started: one CPU, and room for two parts that say nothing of memory, unless *more* differs."""
    return {"num_cpus": 1, "memory": 4 << 30, "object_store_memory": STORE} | more


@contextlib.contextmanager
def cluster(*nodes: dict[str, Any], **head: Any) -> Iterator[Any]:
    """Run a cluster: a head that takes no work unless its options *head* give it processors, and *nodes*."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Ray leaves log files of its client server open
        made = Cluster(
            initialize_head=True, head_node_args=node(**({"num_cpus": 0, "include_dashboard": False} | head))
        )
    try:
        for options in nodes:
            made.add_node(wait=False, **options)
        made.wait_for_nodes()
        yield made
    finally:
        made.shutdown()


def fleet(*words: str, address: str, background: bool = False, **env: str) -> Any:
    """Run ``faultbook``; return it when it has ended, or, in the background, while it runs."""
    options: dict[str, Any] = {
        "env": {**os.environ, "RAY_ADDRESS": address, "NO_COLOR": "1", **env},
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    }
    command = [*COMMAND, *words]
    return (
        subprocess.Popen(command, **options)
        if background
        else subprocess.run(command, check=False, timeout=300, **options)
    )
