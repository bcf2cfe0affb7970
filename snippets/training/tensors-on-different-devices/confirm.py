# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""List what .to() does not move: plain tensor attributes, and modules in a plain list.

$ python confirm.py
plain tensor: norm.offset
list of modules: heads
parameters that .to() reaches: ['linear.weight', 'linear.bias']
"""

import torch
from torch import nn

torch.set_num_threads(1)


class Norm(nn.Module):
    """Adds an offset that nobody registered."""

    def __init__(self) -> None:
        super().__init__()
        self.offset = torch.zeros(4)


class Model(nn.Module):
    """Both ways of hiding something from .to()."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.norm = Norm()
        self.heads = [nn.Linear(4, 2)]


def hidden(model: nn.Module) -> list[str]:
    """Return the attributes of *model* that hold tensors or modules which its .to() does not reach."""
    found = []
    for path, module in model.named_modules():
        for name, value in vars(module).items():
            where = f"{path}.{name}".lstrip(".")
            if isinstance(value, torch.Tensor):
                found.append(f"plain tensor: {where}")
            if isinstance(value, (list, tuple)) and any(isinstance(item, nn.Module) for item in value):
                found.append(f"list of modules: {where}")
    return sorted(found, reverse=True)


if __name__ == "__main__":
    model = Model()
    print(*hidden(model), sep="\n")
    print("parameters that .to() reaches:", [name for name, _ in model.named_parameters()])
