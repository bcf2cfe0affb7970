# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The loss is put into a new tensor that requires a gradient: backward passes, and reaches no weight.

$ python reproduce_rewrapped_loss.py
Traceback (most recent call last):
...
AssertionError: No inf checks were recorded for this optimizer.
"""

import torch
from amp import model, step


def boundary_loss(prediction: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Compute with Python numbers, and make a tensor of the result."""
    values = [(p - t) ** 2 for p, t in zip(prediction.flatten().tolist(), target.flatten().tolist(), strict=True)]
    return torch.tensor(sum(values) / len(values), requires_grad=True)


if __name__ == "__main__":
    net = model()
    step(net, torch.optim.SGD(net.parameters(), lr=0.1), boundary_loss)
