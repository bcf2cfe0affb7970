# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Hooks on the leaf modules name the first one whose input and weights differ in format.

$ python confirm.py
first mismatch: head gets torch.float32, has torch.bfloat16
"""

import torch
from torch import nn

torch.set_num_threads(1)


class Model(nn.Module):
    """A trunk in bfloat16 whose norm is kept, and computed, in float32."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Linear(8, 8, dtype=torch.bfloat16)
        self.norm = nn.LayerNorm(8)
        self.head = nn.Linear(8, 4, dtype=torch.bfloat16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.norm(self.trunk(x).float()))


def watch(model: nn.Module) -> list[str]:
    """Return a list that fills, during the forward, with each leaf whose input has another format than its weight."""
    found: list[str] = []

    def look(name: str):
        def hook(module: nn.Module, inputs: tuple) -> None:
            weight = getattr(module, "weight", None)
            if weight is not None and inputs[0].is_floating_point() and inputs[0].dtype != weight.dtype:
                found.append(f"{name} gets {inputs[0].dtype}, has {weight.dtype}")

        return hook

    for name, module in model.named_modules():
        module.register_forward_pre_hook(look(name))
    return found


if __name__ == "__main__":
    model = Model()
    found = watch(model)
    try:
        model(torch.randn(2, 8, dtype=torch.bfloat16))
    except RuntimeError:
        print("first mismatch:", found[0])
