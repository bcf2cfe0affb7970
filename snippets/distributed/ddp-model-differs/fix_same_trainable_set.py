# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Only the message belongs to rank 0; what trains is decided on every rank.

$ torchrun --nproc-per-node=2 --standalone fix_same_trainable_set.py
...training the adapter as well
...one step done
"""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    model = torch.nn.Sequential(torch.nn.Linear(4, 4, bias=False), torch.nn.Linear(4, 4))
    model[0].requires_grad_(True)
    if dist.get_rank() == 0:
        print("training the adapter as well", flush=True)
    ddp = DistributedDataParallel(model)
    ddp(torch.randn(2, 4)).sum().backward()
    if dist.get_rank() == 0:
        print("one step done", flush=True)
    dist.barrier()
    del ddp
    gc.collect()
    dist.destroy_process_group()
