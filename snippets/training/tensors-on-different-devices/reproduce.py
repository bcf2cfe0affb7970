# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A plain tensor attribute stays behind when the module moves; the meta device stands in for a GPU.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: Tensor on device cpu is not on the expected device meta!
"""

import torch

torch.set_num_threads(1)


class Scaled(torch.nn.Module):
    """A linear layer and a vector that scales its output."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.scale = torch.ones(4)  # neither a parameter nor a buffer: .to() does not know it

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * self.scale


if __name__ == "__main__":
    model = Scaled().to("meta")
    model(torch.ones(2, 4, device="meta"))
