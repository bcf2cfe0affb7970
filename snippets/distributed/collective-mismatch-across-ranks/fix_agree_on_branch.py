# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""A decision made from local data, made global first: one flag, reduced on every rank, then the same branch.

$ torchrun --nproc-per-node=2 --standalone fix_agree_on_branch.py
...both ranks stopped at step 2
"""

from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def any_rank(condition: bool) -> bool:
    """Say whether *condition* holds on at least one rank; the answer is the same on all."""
    flag = torch.tensor([int(condition)])
    dist.all_reduce(flag, op=dist.ReduceOp.MAX)
    return bool(flag.item())


if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank, step = dist.get_rank(), 0
    while not any_rank(step >= 2 + rank):  # each rank would stop at another step
        dist.all_reduce(torch.ones(4))  # the training step's own collective
        step += 1
    steps = [torch.zeros(1, dtype=torch.int64) for _ in range(dist.get_world_size())]
    dist.all_gather(steps, torch.tensor([step]))
    if rank == 0:
        print("both ranks stopped at step", int(steps[0]) if len({int(s) for s in steps}) == 1 else steps, flush=True)
    dist.destroy_process_group()
