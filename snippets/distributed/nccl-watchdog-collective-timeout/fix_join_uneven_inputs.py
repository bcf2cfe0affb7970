# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo"}
# ///
"""Rank 1 has one batch fewer; inside join() it answers the others' collectives until they are done as well.

$ torchrun --nproc-per-node=2 fix_join_uneven_inputs.py
...
both ranks left the loop; weights agree: True
"""

import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

if __name__ == "__main__":
    rank = int(os.environ["RANK"])
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DistributedDataParallel(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with model.join():
        for _ in range(4 - rank):  # four batches here, three there
            optimizer.zero_grad()
            model(torch.randn(2, 4)).square().mean().backward()
            optimizer.step()
    weights = [torch.zeros(1, 4) for _ in range(2)]
    dist.all_gather(weights, model.module.weight.detach())
    if rank == 0:
        print("both ranks left the loop; weights agree:", torch.equal(*weights))
    dist.destroy_process_group()
