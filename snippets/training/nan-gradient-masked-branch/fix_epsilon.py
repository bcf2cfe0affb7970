# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A small number under the root keeps its slope finite at 0, for a distance that is never quite 0.

$ python fix_epsilon.py
step 1 loss ...
...
step 5 loss ...
gradients are finite in 5 steps of 5
"""

import torch
from pairs import train


def distance(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return a distance whose least value is 1e-4."""
    return ((a - b).square().sum(dim=1) + 1e-8).sqrt()


if __name__ == "__main__":
    raise SystemExit(train(distance))
