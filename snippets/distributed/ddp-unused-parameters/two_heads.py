"""A model whose second head is used by some batches only, trained by DDP on the CPU."""

import gc

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)


class TwoHeads(torch.nn.Module):
    """A trunk with a main head, and an auxiliary head that not every batch needs."""

    def __init__(self) -> None:
        """Make the three layers."""
        super().__init__()
        self.trunk = torch.nn.Linear(4, 4)
        self.main = torch.nn.Linear(4, 2)
        self.auxiliary = torch.nn.Linear(4, 2)

    def forward(self, x: torch.Tensor, *, auxiliary: bool) -> torch.Tensor:
        """Return the scores of one head."""
        hidden = self.trunk(x)
        return self.auxiliary(hidden) if auxiliary else self.main(hidden)


def train(model: TwoHeads, steps: tuple[bool, ...], **options: bool) -> None:
    """Run one step for each item of *steps*, which says whether that batch needs the auxiliary head."""
    dist.init_process_group("gloo")
    torch.manual_seed(dist.get_rank())
    ddp = DistributedDataParallel(model, **options)
    optimizer = torch.optim.SGD((p for p in ddp.parameters() if p.requires_grad), lr=0.1)
    for auxiliary in steps:
        optimizer.zero_grad()
        ddp(torch.randn(2, 4), auxiliary=auxiliary).sum().backward()
        optimizer.step()
    if dist.get_rank() == 0:
        print(f"{len(steps)} steps done", flush=True)
    # DDP holds the process group: freed with it, gloo's threads end before the interpreter does, and not while it goes.
    dist.barrier()
    del ddp
    gc.collect()
    dist.destroy_process_group()
