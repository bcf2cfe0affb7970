# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""F.dropout is on unless it is told; given self.training it follows the module.

$ python fix_functional_dropout.py
in evaluation mode, without the argument: 0.5 dropped
in evaluation mode, with training=self.training: 0.0 dropped
in training mode: 0.5 dropped
"""

import torch
from torch.nn import functional

torch.set_num_threads(1)


class Block(torch.nn.Module):
    """Drops half of its input while it trains."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.dropout(x, p=0.5, training=self.training)


def dropped(y: torch.Tensor) -> str:
    """Return the share of zeros, to one decimal."""
    return f"{(y == 0).float().mean().item():.1f} dropped"


if __name__ == "__main__":
    torch.manual_seed(0)
    block, x = Block().eval(), torch.ones(10_000)
    print("in evaluation mode, without the argument:", dropped(functional.dropout(x, p=0.5)))
    print("in evaluation mode, with training=self.training:", dropped(block(x)))
    print("in training mode:", dropped(block.train()(x)))
