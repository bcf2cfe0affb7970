"""A DDP model whose reductions are counted, four micro-batches for each rank, and a look at the replicas afterwards."""

import gc
from collections.abc import Callable
from multiprocessing import get_context
from tempfile import TemporaryDirectory

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


def two_ranks(main: Callable[[int], int]) -> int:
    """Run *main* as ranks 0 and 1 of a group, the second in a fork of this process; return what rank 0 returned."""
    with TemporaryDirectory() as folder:

        def rank(number: int) -> int:
            dist.init_process_group("gloo", store=dist.FileStore(f"{folder}/store", 2), rank=number, world_size=2)
            failed = main(number)
            gc.collect()  # DDP holds the process group: freed first, gloo's threads end before the interpreter does
            dist.barrier()
            dist.destroy_process_group()
            return failed

        other = get_context("fork").Process(target=rank, args=(1,))
        other.start()
        failed = rank(0)
        other.join()
        return failed


def run(accumulate: Callable[[Counted, Micro], None]) -> int:
    """Make one optimizer step out of four micro-batches; return 1 if it reduced too often, or the replicas differ."""

    def main(rank: int) -> int:
        torch.manual_seed(0)
        model = Counted(nn.Linear(64, 64))
        model.register_comm_hook(model, count)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        torch.manual_seed(1 + rank)  # each rank has data of its own
        accumulate(model, [torch.randn(8, 64) for _ in range(4)])
        optimizer.step()

        low, high = (model.module.weight.detach().clone() for _ in range(2))
        dist.all_reduce(low, dist.ReduceOp.MIN)
        dist.all_reduce(high, dist.ReduceOp.MAX)
        gap = (high - low).max().item()
        if rank == 0:
            print(f"gradients were reduced {model.reductions} times for one optimizer step")
            print(f"after the optimizer step the replicas differ by {gap:.4f}")
        return int(model.reductions > 1 or gap > 0.0)

    return two_ranks(main)


def loss_of(model: nn.Module, micro: torch.Tensor) -> torch.Tensor:
    """Return a micro-batch's share of the loss."""
    return model(micro).pow(2).mean() / 4
