"""A model that runs one block several times under activation checkpointing, trained by DDP in one process."""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

torch.set_num_threads(1)


class SharedBlock(torch.nn.Module):
    """An input layer, and a block that is run *times* times, each time checkpointed."""

    def __init__(self, *, times: int, use_reentrant: bool) -> None:
        """Make the two layers."""
        super().__init__()
        self.input = torch.nn.Linear(4, 4)
        self.block = torch.nn.Linear(4, 4)
        self.times, self.use_reentrant = times, use_reentrant

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Run the block *times* times."""
        x = self.input(x)
        for _ in range(self.times):
            x = checkpoint(self.block, x, use_reentrant=self.use_reentrant)
        return x


def train(model: torch.nn.Module, **options: bool) -> None:
    """Take three steps; the fault does not need a second process."""
    torch.manual_seed(0)
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    ddp = DistributedDataParallel(model, **options)
    for _ in range(3):
        ddp(torch.randn(2, 4)).sum().backward()
    print("3 steps done", flush=True)
    del ddp
    gc.collect()
    dist.destroy_process_group()
