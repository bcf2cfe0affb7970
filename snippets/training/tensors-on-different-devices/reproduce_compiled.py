# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""torch.compile finds the stray tensor while it traces, and says so in words of its own around the message.

$ python reproduce_compiled.py
Traceback (most recent call last):
...
torch._dynamo.exc.TorchRuntimeError: Tensor device mismatch
  Explanation: Expected all tensors to be on the same device, but found at least two devices, meta and cpu!
...
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
    model = torch.compile(Scaled().to("meta"), backend="eager")
    model(torch.ones(2, 4, device="meta"))
