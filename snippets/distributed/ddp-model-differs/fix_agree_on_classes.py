# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Gather every shard's classes, sort the union, and build the model from that: one size, and one index for each name.

$ torchrun --nproc-per-node=2 --standalone fix_agree_on_classes.py
...['cat', 'dog', 'eel', 'owl'] on both ranks; one step done
"""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)

SHARDS = (["cat", "dog", "cat", "owl"], ["owl", "dog", "eel", "cat"])

if __name__ == "__main__":
    dist.init_process_group("gloo")
    everyone: list[set[str]] = [set() for _ in range(dist.get_world_size())]
    dist.all_gather_object(everyone, set(SHARDS[dist.get_rank()]))
    classes = sorted(set.union(*everyone))
    ddp = DistributedDataParallel(torch.nn.Linear(8, len(classes)))
    ddp(torch.randn(2, 8)).sum().backward()
    if dist.get_rank() == 0:
        print(classes, "on both ranks; one step done", flush=True)
    dist.barrier()
    del ddp
    gc.collect()
    dist.destroy_process_group()
