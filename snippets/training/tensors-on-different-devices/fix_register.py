# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same model with its tensor registered as a buffer, its heads in a ModuleList and its criterion moved.

$ python fix_register.py
devices in use: {device(type='meta')}
loss computed on meta
in the state dict: ['linear.weight', 'linear.bias', 'heads.0.weight', 'heads.0.bias']
"""

import torch
from torch import nn

torch.set_num_threads(1)


class Scaled(nn.Module):
    """Everything it needs is a parameter, a buffer or a registered module."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("scale", torch.ones(4), persistent=False)  # moves, and is not saved
        self.heads = nn.ModuleList([nn.Linear(4, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.heads[0](self.linear(x) * self.scale)


if __name__ == "__main__":
    model = Scaled().to("meta")
    criterion = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 5.0])).to("meta")  # its weight is a buffer
    x, labels = torch.ones(8, 4, device="meta"), torch.zeros(8, dtype=torch.long, device="meta")
    print(
        "devices in use:", {t.device for t in (*model.parameters(), *model.buffers(), *criterion.buffers(), x, labels)}
    )
    print("loss computed on", criterion(model(x), labels).device)
    print("in the state dict:", list(model.state_dict()))
