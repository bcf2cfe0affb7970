"""Blocks with a frozen base and a low-rank adapter, behind a frozen embedding: LoRA without a library."""

from collections.abc import Callable

import torch
from torch.utils.checkpoint import checkpoint

Run = Callable[["Block", torch.Tensor], torch.Tensor]


class Block(torch.nn.Module):
    """A frozen layer with a low-rank adapter beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.base = torch.nn.Linear(16, 16).requires_grad_(False)
        self.down = torch.nn.Linear(16, 2, bias=False)
        self.up = torch.nn.Linear(2, 16, bias=False)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.base(hidden) + self.up(self.down(hidden)))


class Model(torch.nn.Module):
    """Two such blocks, each run by *run*, and a head that is trained or not."""

    def __init__(self, *, head: bool) -> None:
        super().__init__()
        torch.manual_seed(0)
        torch.set_num_threads(1)
        self.embedding = torch.nn.Embedding(32, 16).requires_grad_(False)
        self.blocks = torch.nn.ModuleList([Block(), Block()])
        self.head = torch.nn.Linear(16, 1).requires_grad_(head)

    def forward(self, ids: torch.Tensor, run: Run) -> torch.Tensor:
        hidden = self.embedding(ids)
        for block in self.blocks:
            hidden = run(block, hidden)
        return self.head(hidden).pow(2).mean()


def reentrant(block: Block, hidden: torch.Tensor) -> torch.Tensor:
    """Checkpoint the block in the old way, which looks for gradients at the inputs."""
    return checkpoint(block, hidden, use_reentrant=True)


def non_reentrant(block: Block, hidden: torch.Tensor) -> torch.Tensor:
    """Checkpoint the block in the way that hooks what is saved."""
    return checkpoint(block, hidden, use_reentrant=False)


def trained(model: Model) -> int:
    """Print how many adapters got a gradient; return 1 when one did not."""
    found = sum(block.up.weight.grad is not None for block in model.blocks)
    print(f"adapters with a gradient: {found} of {len(model.blocks)}")
    return int(found < len(model.blocks))
