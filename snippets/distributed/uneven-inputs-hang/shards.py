"""Two ranks whose shards give three batches and two."""

import datetime as dt
import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)


def batches() -> list[torch.Tensor]:
    """Return this rank's batches: three on rank 0, two on rank 1."""
    return [torch.ones(2, 4)] * (3 - dist.get_rank())


def start(seconds: float = 60) -> DistributedDataParallel:
    """Join the group, whose collectives wait for *seconds*, and wrap a small model."""
    dist.init_process_group("gloo", timeout=dt.timedelta(seconds=seconds))
    torch.manual_seed(0)
    return DistributedDataParallel(torch.nn.Linear(4, 1))


def step(model: DistributedDataParallel, batch: torch.Tensor) -> None:
    """Run forward, backward with its all-reduce, and a plain update."""
    model(batch).square().mean().backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * parameter.grad
            parameter.grad = None


def finish(steps: int, model: DistributedDataParallel) -> None:
    """Say how many steps each rank ran, and whether the weights agree, and leave in order."""
    counts: list[int] = [0] * dist.get_world_size()
    dist.all_gather_object(counts, steps)
    weights = [torch.zeros(1, 4) for _ in counts]
    dist.all_gather(weights, model.module.weight.detach())
    if dist.get_rank() == 0:
        print("steps per rank", counts, "weights agree", torch.equal(*weights), flush=True)
    dist.barrier()
    del model
    gc.collect()
    dist.destroy_process_group()
