# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What the forgotten call costs: the reported loss, and the model itself once validation has moved its statistics.

$ python confirm.py
reported without eval(): 0...
reported with eval(): 0...
with eval(), after twenty validations without it: 0...
"""

import copy

import torch
from network import trained
from torch.nn.functional import cross_entropy


@torch.no_grad()
def loss(model: torch.nn.Module, x: torch.Tensor, labels: torch.Tensor) -> float:
    """Return the loss in batches of 32, in whatever mode the model is."""
    parts = [cross_entropy(model(a), b).item() for a, b in zip(x.split(32), labels.split(32), strict=True)]
    return sum(parts) / len(parts)


if __name__ == "__main__":
    model, x, labels = trained()
    spoiled = copy.deepcopy(model).train()
    print(f"reported without eval(): {loss(copy.deepcopy(model).train(), x, labels):.3f}")
    print(f"reported with eval(): {loss(copy.deepcopy(model).eval(), x, labels):.3f}")
    for _ in range(20):
        loss(spoiled, x, labels)
    print(f"with eval(), after twenty validations without it: {loss(spoiled.eval(), x, labels):.3f}")
