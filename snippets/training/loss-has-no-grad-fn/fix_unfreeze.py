# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A model that was frozen whole: the layer that is to learn gets its gradient back by name.

$ python fix_unfreeze.py
parameters that require a gradient: 0 of 4
parameters that require a gradient: 2 of 4
head has a gradient: True
"""

import torch

torch.set_num_threads(1)


def count(model: torch.nn.Module) -> None:
    """Print how many parameters autograd follows."""
    parameters = list(model.parameters())
    print(f"parameters that require a gradient: {sum(p.requires_grad for p in parameters)} of {len(parameters)}")


if __name__ == "__main__":
    model = torch.nn.ModuleDict({"body": torch.nn.Linear(8, 8), "head": torch.nn.Linear(8, 1)})
    model.requires_grad_(False)  # meant for the body only
    count(model)
    model["head"].requires_grad_(True)
    count(model)
    model["head"](model["body"](torch.randn(4, 8))).square().mean().backward()
    print("head has a gradient:", model["head"].weight.grad is not None)
