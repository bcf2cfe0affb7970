# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A batch without a single object gives a constant loss, and the run that trained until then stops.

$ python reproduce_empty_batch.py
step 1 loss ...
step 2 loss ...
step 3 loss ...
Traceback (most recent call last):
...
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""

import torch
from boxes import train


def box_loss(predicted: torch.Tensor, wanted: torch.Tensor, objects: torch.Tensor) -> torch.Tensor:
    """Return the mean error over the rows that hold an object."""
    if not objects.any():
        return torch.tensor(0.0)  # a new leaf: it was never computed from the weights
    return (predicted[objects] - wanted[objects]).square().mean()


if __name__ == "__main__":
    train(box_loss)
