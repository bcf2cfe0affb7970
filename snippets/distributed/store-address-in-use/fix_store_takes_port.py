# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Without a launcher: rank 0's store asks for port 0, and rank 0 tells the others which port it got.

$ python fix_store_takes_port.py
rank 0 of 2 started
"""

import multiprocessing
import sys

import torch.distributed as dist


def train(rank: int, port: "multiprocessing.Queue[int]") -> None:
    """Start one rank; the queue stands for whatever the ranks share, such as a file."""
    if rank == 0:
        store = dist.TCPStore("127.0.0.1", 0, 2, is_master=True, wait_for_workers=False)
        port.put(store.port)
    else:
        store = dist.TCPStore("127.0.0.1", port.get(), 2, is_master=False)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
    if rank == 0:
        print(f"rank 0 of {dist.get_world_size()} started", flush=True)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    fork = multiprocessing.get_context("fork")
    port = fork.Queue()
    ranks = [fork.Process(target=train, args=(rank, port)) for rank in range(2)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
    sys.exit(any(process.exitcode for process in ranks))
