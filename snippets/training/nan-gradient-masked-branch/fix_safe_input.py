# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The input of the root is made safe, so that the branch which is thrown away has a finite slope.

$ python fix_safe_input.py
step 1 loss ...
...
step 5 loss ...
gradients are finite in 5 steps of 5
"""

import torch
from pairs import train


def distance(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the distance of each pair, with 0 (and no pull) for equal ones."""
    squared = (a - b).square().sum(dim=1)
    apart = squared > 0
    safe = torch.where(apart, squared, 1.0)  # any value with a finite slope will do
    return torch.where(apart, safe.sqrt(), 0.0)


if __name__ == "__main__":
    raise SystemExit(train(distance))
