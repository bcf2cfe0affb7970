"""A model that is called twice before one backward, in DDP over one process."""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)


class TwoHeads(torch.nn.Module):
    """A head for each of two views."""

    def __init__(self) -> None:
        """Make both."""
        super().__init__()
        self.heads = torch.nn.ModuleList(torch.nn.Linear(4, 1) for _ in range(2))

    def forward(self, x: torch.Tensor, view: int) -> torch.Tensor:
        """Return the score of one view."""
        return self.heads[view](x)


def step(**options: bool) -> None:
    """Take one step whose loss comes from two forwards."""
    torch.manual_seed(0)
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    ddp = DistributedDataParallel(TwoHeads(), **options)
    (ddp(torch.randn(2, 4), 0) - ddp(torch.randn(2, 4), 1)).square().sum().backward()
    print("gradients:", sum(p.grad is not None for p in ddp.parameters()), "of 4", flush=True)
    del ddp
    gc.collect()
    dist.destroy_process_group()
