# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Once or four times, the step is the same; off by one it is another on each rank.

$ torchrun --nproc-per-node=2 --standalone confirm_same_step.py
...largest difference to reducing each time: once 0.0000, off by one 0.00...
"""

import gc

import torch
import torch.distributed as dist
from accumulate import Counted
from fix_no_sync import once
from reproduce import each_time
from reproduce_off_by_one import off_by_one
from torch import nn

if __name__ == "__main__":
    dist.init_process_group("gloo")
    gradients = []
    for way in (each_time, once, off_by_one):
        torch.manual_seed(0)
        model = Counted(nn.Linear(64, 64))
        torch.manual_seed(1 + dist.get_rank())
        way(model, [torch.randn(8, 64) for _ in range(4)])
        gradients.append(model.module.weight.grad)
    gaps = [(gradient - gradients[0]).abs().max().item() for gradient in gradients[1:]]
    if dist.get_rank() == 0:
        print(f"largest difference to reducing each time: once {gaps[0]:.4f}, off by one {gaps[1]:.4f}")
    del model  # before the process group that it holds
    gc.collect()
    dist.barrier()
    dist.destroy_process_group()
