# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo"}
# ///
"""Work that only rank 0 does gets a group with a time-out of its own; the training group keeps its short one.

The training group waits 2 s here and rank 0 works for 4 s. The time-out belongs to the group, whatever the backend.

$ torchrun --nproc-per-node=2 fix_long_phase_group.py
...
rank 0 worked 4 s, nobody gave up, all_reduce gives 2
"""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

if __name__ == "__main__":
    rank = int(os.environ["RANK"])
    dist.init_process_group("gloo", timeout=timedelta(seconds=2))  # "nccl" on GPUs
    slow = dist.new_group(backend="gloo", timeout=timedelta(minutes=30))
    if rank == 0:
        time.sleep(4)  # building an index, writing a checkpoint
    dist.barrier(group=slow)
    total = torch.ones(1)
    dist.all_reduce(total)
    if rank == 0:
        print(f"rank 0 worked 4 s, nobody gave up, all_reduce gives {total.item():.0f}")
    dist.destroy_process_group()
