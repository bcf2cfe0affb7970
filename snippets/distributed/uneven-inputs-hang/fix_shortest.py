# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""All ranks run as many steps as the shortest shard has batches; the number is agreed on before the loop.

$ torchrun --nproc-per-node=2 --standalone fix_shortest.py
...steps per rank [2, 2] weights agree True
"""

from itertools import islice

import torch
import torch.distributed as dist
from shards import batches, finish, start, step

if __name__ == "__main__":
    model = start()
    shortest = torch.tensor(len(batches()))
    dist.all_reduce(shortest, op=dist.ReduceOp.MIN)
    for batch in islice(batches(), int(shortest)):
        step(model, batch)
    finish(int(shortest), model)
