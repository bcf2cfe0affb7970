# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 0 alone unfreezes the adapter, inside an "if main process"; DDP counts what requires a gradient.

$ torchrun --nproc-per-node=2 --standalone reproduce_count.py
...
...RuntimeError: DDP expects same model across all ranks, but Rank ... has ... params, while rank ... has ...
"""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    model = torch.nn.ModuleDict({"head": torch.nn.Linear(4, 4), "adapter": torch.nn.Linear(4, 4, bias=False)})
    model["adapter"].requires_grad_(False)
    if dist.get_rank() == 0:
        print("training the adapter as well", flush=True)
        model["adapter"].requires_grad_(True)
    DistributedDataParallel(model)
