# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Compare names, shapes and requires_grad over the ranks before DDP is built; the first difference is named.

$ torchrun --nproc-per-node=2 --standalone confirm.py
...rank 1 differs at parameter 0: ('weight', [3, 8], True) on rank 0, ('weight', [4, 8], True) here
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def first_difference(model: torch.nn.Module) -> str | None:
    """Say where this rank's model first differs from rank 0's, or None; every rank must call it."""
    mine = [(name, list(p.shape), p.requires_grad) for name, p in model.named_parameters()]
    everyone: list[list[tuple[str, list[int], bool]]] = [[] for _ in range(dist.get_world_size())]
    dist.all_gather_object(everyone, mine)
    for index, (first, here) in enumerate(zip(everyone[0], mine, strict=False)):
        if first != here:
            return f"parameter {index}: {first} on rank 0, {here} here"
    return None if len(everyone[0]) == len(mine) else f"{len(everyone[0])} parameters on rank 0, {len(mine)} here"


if __name__ == "__main__":
    dist.init_process_group("gloo")
    model = torch.nn.Linear(8, 3 + dist.get_rank())
    if difference := first_difference(model):
        print("rank", dist.get_rank(), "differs at", difference, flush=True)
    dist.barrier()
    dist.destroy_process_group()
