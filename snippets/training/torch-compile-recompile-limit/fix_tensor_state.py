# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The step count is a buffer, so its value is data of the one graph; a checkpoint holds it as well.

$ python fix_tensor_state.py
graphs compiled: 1, calls served by one of them: 40 of 40
"""

import sys

import torch
from counting import Counting

torch.set_num_threads(1)


class Ramp(torch.nn.Module):
    """The layer, with its step count in a tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
        self.register_buffer("step", torch.tensor(0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Count a step and scale by it."""
        self.step += 1
        return self.linear(x) * (self.step / 1000).clamp(max=1.0)


if __name__ == "__main__":
    backend = Counting()
    model = torch.compile(Ramp(), backend=backend)
    for _ in range(40):
        model(torch.ones(2, 8))
    print(backend)
    sys.exit(backend.served < 40)
