# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A peer that raised: rank 0's message names an address, rank 1's own traceback is the cause.

$ torchrun --nproc-per-node=2 --standalone confirm.py
...rank 1 left because of ValueError: bad sample in shard 17
...rank 0 was told: ...pair.cc:...] ... [127.0.0.1]:...
"""

import os
import time

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def load(rank: int) -> torch.Tensor:
    """Return this rank's batch; rank 1's is broken."""
    if rank == 1:
        raise ValueError("bad sample in shard 17")
    time.sleep(2)
    return torch.ones(4)


if __name__ == "__main__":
    dist.init_process_group("gloo")
    dist.barrier()
    try:
        dist.all_reduce(load(dist.get_rank()))
    except ValueError as error:
        print(f"rank 1 left because of ValueError: {error}", flush=True)
    except RuntimeError as error:
        print("rank 0 was told:", error, flush=True)
    os._exit(0)
