# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same layer, writing its sum to a new tensor; the gradient agrees with a numerical one.

$ python fix_out_of_place.py
gradient agrees with finite differences: True
"""

import torch

torch.set_num_threads(1)


def gated(weight: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return the sum of a shifted sigmoid, with every saved tensor left alone."""
    y = torch.sigmoid(x @ weight)
    y = y + 1.0  # a new tensor: the one that sigmoid saved stays as it was
    return y.sum()


if __name__ == "__main__":
    torch.manual_seed(0)
    weight = torch.randn(4, 4, dtype=torch.double, requires_grad=True)
    x = torch.randn(2, 4, dtype=torch.double)
    print("gradient agrees with finite differences:", torch.autograd.gradcheck(gated, (weight, x)))
