# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A distance of 0 masked with torch.where: the loss is finite, and its gradient is nan in every weight.

$ python reproduce.py
step 1 loss ...
step 2 loss ...
step 3 loss ...
step 4 loss ...
gradient of step 4 holds 24 nan of 24
"""

import torch
from pairs import train


def distance(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the distance of each pair, with 0 for equal ones."""
    squared = (a - b).square().sum(dim=1)
    return torch.where(squared > 0, squared.sqrt(), 0.0)  # the root of 0 is computed all the same


if __name__ == "__main__":
    raise SystemExit(train(distance))
