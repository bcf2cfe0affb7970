# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Nobody clears the gradient: each step applies the sum of all gradients since the start.

$ python reproduce.py
applied gradient off by 0.00 at step 1, 21.03 later; loss 9.815, at the end up to 7.924
"""

import torch
from regression import train


def leave(optimizer: torch.optim.Optimizer) -> None:
    """Leave the old gradient where it is."""
    del optimizer


if __name__ == "__main__":
    raise SystemExit(train(leave))
