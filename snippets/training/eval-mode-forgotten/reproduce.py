# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""no_grad() without eval(): dropout drops, and batch normalisation learns from the validation set.

$ python reproduce.py
same input differs by ... between two passes, running mean moved by ...
"""

import torch
from network import repeat, trained


@torch.no_grad()  # stops gradients, and has no say in the mode
def evaluate(model: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    return model(x)


if __name__ == "__main__":
    model, x, _ = trained()
    raise SystemExit(repeat(model, evaluate, x))
