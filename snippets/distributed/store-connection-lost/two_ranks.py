"""Two ranks in two processes that meet at one store, in rank 0's process unless a port of another is given."""

import multiprocessing
import socket
from collections.abc import Callable
from datetime import timedelta

import torch.distributed as dist

Work = Callable[[int, dist.Store], None]


def _rank(number: int, port: int, hosts: bool, work: Work) -> None:
    store = dist.TCPStore("127.0.0.1", port, 2, is_master=hosts, timeout=timedelta(seconds=60), wait_for_workers=False)
    dist.init_process_group("gloo", store=store, rank=number, world_size=2)
    work(number, store)


def run(work: Work, *, port: int = 0) -> list[int | None]:
    """Let both ranks do *work*; return their exit codes."""
    held = bool(port)
    if not held:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
    fork = multiprocessing.get_context("fork")
    ranks = [fork.Process(target=_rank, args=(number, port, number == 0 and not held, work)) for number in range(2)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
    return [process.exitcode for process in ranks]
