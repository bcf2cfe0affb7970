"""Two ranks that meet at one store, as two processes of this host."""

import multiprocessing
import os
import socket
import time
from datetime import timedelta

import torch.distributed as dist


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def rank(number: int, port: int, late: float, timeout: float) -> None:
    """Start after *late* seconds, meet the other rank, and say so."""
    time.sleep(late)
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "RANK": str(number), "WORLD_SIZE": "2"}
    dist.init_process_group("gloo", timeout=timedelta(seconds=timeout))
    if number == 0:
        print(f"{dist.get_world_size()} ranks met", flush=True)
    dist.barrier()
    dist.destroy_process_group()


def meet(*, ports: tuple[int, int], late: float = 0, timeout: float = 60) -> int:
    """Start both ranks, rank 0 *late* seconds after rank 1; return 1 if either failed."""
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=rank, args=(n, ports[n], late * (n == 0), timeout)) for n in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return int(any(process.exitcode for process in processes))
