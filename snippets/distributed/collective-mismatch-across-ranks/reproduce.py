# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""Rank 0 alone reduces a figure for its log; the other rank is already at the next broadcast.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...RuntimeError: Detected mismatch between collectives on ranks. Rank ... is running collective: ...
...Collectives differ in the following aspects: ...Op type: ...
...
"""

from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    loss, learning_rate = torch.tensor([float(rank)]), torch.tensor([0.1])

    if rank == 0:
        dist.all_reduce(loss)  # "only rank 0 logs": but a collective needs every rank
        print("mean loss", loss.item() / dist.get_world_size())
    dist.broadcast(learning_rate, src=0)
    dist.destroy_process_group()
