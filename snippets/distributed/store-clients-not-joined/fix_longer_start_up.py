# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Rank 1 prepares data for 4 s before it joins; rank 0's time limit covers that.

$ python fix_longer_start_up.py
2 of 2 ranks joined
"""

import multiprocessing
import os
import socket
import sys
import time
from datetime import timedelta

import torch.distributed as dist


def train(rank: int, port: int) -> None:
    """Join, rank 1 later than rank 0."""
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "RANK": str(rank), "WORLD_SIZE": "2"}
    if rank == 1:
        time.sleep(4)
    dist.init_process_group("gloo", timeout=timedelta(seconds=120))
    dist.barrier()
    if rank == 0:
        print(f"{dist.get_world_size()} of 2 ranks joined", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    fork = multiprocessing.get_context("fork")
    ranks = [fork.Process(target=train, args=(rank, port)) for rank in range(2)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
    sys.exit(any(process.exitcode for process in ranks))
