# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 1 reduces its metrics while rank 0 is still in a backward: gloo pairs the two, and rank 1 gets a wrong number.

$ torchrun --nproc-per-node=2 --standalone confirm_mixed_numbers.py
...rank 1 expected a sum of 0 and got 2.4
"""

import os

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    gradient, metrics = torch.full((4,), 0.6), torch.zeros(4)
    if dist.get_rank() == 0:
        dist.all_reduce(gradient)  # the third step's
        dist.barrier()
    else:
        dist.all_reduce(metrics)  # the validation's, of the same size
        print(f"rank 1 expected a sum of 0 and got {metrics.sum():.1f}", flush=True)
        dist.barrier()
    os._exit(0)
