# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 2}
# timeout = 180
# env = {CUDA_VISIBLE_DEVICES = "0,1"}
# ///
"""Rank 1 skips the fourth all-reduce; rank 0 waits for it until the group's time-out, here 10 s instead of 10 min.

$ torchrun --nproc-per-node=2 reproduce.py
...Watchdog caught collective operation timeout: WorkNCCL(SeqNum=..., Timeout(ms)=10000) ran for 10...
"""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

if __name__ == "__main__":
    rank = int(os.environ["RANK"])
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", timeout=timedelta(seconds=10))
    loss = torch.ones(1, device="cuda")
    for step in range(4):
        if step == 3 and rank == 1:
            time.sleep(120)  # a stuck data loader, a long checkpoint, an exception that was swallowed
        dist.all_reduce(loss)
        print(f"rank {rank} step {step}: {loss.item():.0f}", flush=True)
