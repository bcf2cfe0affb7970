# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""What the tempting short cut gives on two ranks: the norm of the local parts, another one than that of the model.

$ torchrun --nproc-per-node=2 --standalone confirm_local_norm.py
...local norm 6.93, true norm 8.00
"""

import torch
import torch.distributed as dist
from torch.nn.utils import get_total_norm
from two_meshes import parameters

if __name__ == "__main__":
    dist.init_process_group("gloo")
    weights = parameters(dist.get_world_size())
    local = get_total_norm([w.grad.to_local() for w in weights])
    true = torch.stack([w.grad.full_tensor().square().sum() for w in weights]).sum().sqrt()
    if dist.get_rank() == 0:
        print(f"local norm {local.item():.2f}, true norm {true.item():.2f}", flush=True)
    dist.barrier()
    dist.destroy_process_group()
