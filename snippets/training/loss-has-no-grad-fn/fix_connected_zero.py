# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same loss, zero times the prediction for an empty batch: a zero that still leads to the weights.

$ python fix_connected_zero.py
step 1 loss ...
step 2 loss ...
step 3 loss ...
step 4 loss 0.0000
step 5 loss ...
gradient norm of the empty batch: 0.0
"""

import torch
from boxes import train


def box_loss(predicted: torch.Tensor, wanted: torch.Tensor, objects: torch.Tensor) -> torch.Tensor:
    """Return the mean error over the rows that hold an object; an empty batch asks for no change."""
    if not objects.any():
        return predicted.sum() * 0.0
    return (predicted[objects] - wanted[objects]).square().mean()


if __name__ == "__main__":
    norms = train(box_loss)
    print(f"gradient norm of the empty batch: {norms[3]}")
