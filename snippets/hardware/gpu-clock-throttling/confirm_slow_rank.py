# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""All ranks show the step time of the slowest. The time before the collective is each rank's own, and names the one.

Rank 1 needs 0.4 s for work that takes 0.1 s elsewhere, as a GPU at a quarter of its clock does.

$ torchrun --nproc-per-node=2 --standalone confirm_slow_rank.py
...
whole step: both ranks above 0.3 s
own work: rank 1 is the slow one...
"""

import time

import torch
import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    own, whole = [], []
    for _ in range(4):
        began = time.monotonic()
        time.sleep(0.4 if rank == 1 else 0.1)  # forward and backward; on a GPU end it by torch.cuda.synchronize()
        own.append(time.monotonic() - began)
        dist.all_reduce(torch.ones(1))
        whole.append(time.monotonic() - began)
    rows = [torch.zeros(2) for _ in range(2)]
    dist.all_gather(rows, torch.tensor([min(own), min(whole[1:])]))
    if rank == 0:
        print("whole step: both ranks above 0.3 s" if all(row[1] > 0.3 for row in rows) else rows)
        print(f"own work: rank {max(range(2), key=lambda at: rows[at][0].item())} is the slow one", flush=True)
    dist.destroy_process_group()
