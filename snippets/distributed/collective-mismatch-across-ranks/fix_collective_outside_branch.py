# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""Every rank takes part in the reduction; only what follows it, the printing, belongs to rank 0.

$ torchrun --nproc-per-node=2 --standalone fix_collective_outside_branch.py
...mean loss 0.5
"""

from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    loss, learning_rate = torch.tensor([float(rank)]), torch.tensor([0.1])

    dist.all_reduce(loss)
    if rank == 0:
        print("mean loss", loss.item() / dist.get_world_size(), flush=True)
    dist.broadcast(learning_rate, src=0)
    dist.destroy_process_group()
