"""A model whose auxiliary head is not in every step's loss, trained by DDP in one process."""

import gc
from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)


class LateHead(torch.nn.Module):
    """A trunk with a main head, and an auxiliary head for some steps."""

    def __init__(self) -> None:
        """Make the three layers."""
        super().__init__()
        self.trunk = torch.nn.Linear(4, 4)
        self.main = torch.nn.Linear(4, 2)
        self.auxiliary = torch.nn.Linear(4, 2)

    def forward(self, x: torch.Tensor, *, auxiliary: bool) -> tuple[torch.Tensor, ...]:
        """Return the outputs that this step's loss needs."""
        hidden = self.trunk(x)
        return (self.main(hidden), self.auxiliary(hidden)) if auxiliary else (self.main(hidden),)


def loss_of(outputs: tuple[torch.Tensor, ...]) -> torch.Tensor:
    """Return a loss of all outputs."""
    return torch.stack([output.sum() for output in outputs]).sum()


def wrap(model: torch.nn.Module, **options: bool) -> DistributedDataParallel:
    """Return *model* in DDP; the fault does not need a second process."""
    torch.manual_seed(0)
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    return DistributedDataParallel(model, **options)


def train(ddp: DistributedDataParallel, steps: Sequence[bool]) -> None:
    """Take one step for each item of *steps*, which says whether its loss has the auxiliary head."""
    for number, auxiliary in enumerate(steps, start=1):
        loss_of(ddp(torch.randn(2, 4), auxiliary=auxiliary)).backward()
        print("step", number, "auxiliary" if auxiliary else "main", flush=True)


def end() -> None:
    """Leave the process group, after the last DDP that holds it."""
    gc.collect()
    dist.destroy_process_group()
