# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Two backwards on one forward raise nothing; the second gradient is added on each rank and never averaged.

$ torchrun --nproc-per-node=2 --standalone confirm_two_backwards.py
...after the first [1.5, 1.5] after the second [2.5, 3.5]
"""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    ddp = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
    weight, everyone = ddp.module.weight, [0.0, 0.0]
    loss = ddp(torch.full((1, 1), dist.get_rank() + 1.0)).sum()
    loss.backward(retain_graph=True)
    first = weight.grad.item()
    loss.backward()
    dist.all_gather_object(everyone, (first, weight.grad.item()))
    if dist.get_rank() == 0:
        print("after the first", [a for a, _ in everyone], "after the second", [b for _, b in everyone], flush=True)
    dist.barrier()
    del ddp
    gc.collect()
    dist.destroy_process_group()
