"""A DDP model whose reductions are counted, four micro-batches for each rank, and a look at the replicas afterwards."""

import gc
from collections.abc import Callable

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)
Micro = list[torch.Tensor]


class Counted(DistributedDataParallel):
    """DDP that counts how often it reduces its gradients."""

    reductions = 0


def count(model: Counted, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
    """Reduce a bucket as DDP does, and count it when it is the last one."""
    model.reductions += bucket.is_last()
    return allreduce_hook(None, bucket)


def run(accumulate: Callable[[Counted, Micro], None]) -> int:
    """Make one optimizer step out of four micro-batches; return 1 if it reduced too often, or the replicas differ."""
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = Counted(nn.Linear(64, 64))
    model.register_comm_hook(model, count)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(1 + dist.get_rank())  # each rank has data of its own
    accumulate(model, [torch.randn(8, 64) for _ in range(4)])
    optimizer.step()

    own = model.module.weight.detach()
    low, high = own.clone(), own.clone()
    dist.all_reduce(low, dist.ReduceOp.MIN)
    dist.all_reduce(high, dist.ReduceOp.MAX)
    gap = (high - low).max().item()
    if dist.get_rank() == 0:
        print(f"gradients were reduced {model.reductions} times for one optimizer step")
        print(f"after the optimizer step the replicas differ by {gap:.4f}")
    failed = int(model.reductions > 1 or gap > 0.0)
    del (
        model,
        optimizer,
        own,
    )  # DDP holds the process group: freed first, gloo's threads end before the interpreter does
    gc.collect()
    dist.barrier()
    dist.destroy_process_group()
    return failed


def loss_of(model: nn.Module, micro: torch.Tensor) -> torch.Tensor:
    """Return a micro-batch's share of the loss."""
    return model(micro).pow(2).mean() / 4
