"""A backend that counts: graphs compiled, and calls that one of them served instead of the interpreter."""

from __future__ import annotations

import torch

__all__ = ["Counting", "Ramp"]


class Counting:
    """Run each graph as it is, and count."""

    def __init__(self) -> None:
        self.graphs = self.served = 0

    def __call__(self, graph: torch.fx.GraphModule, _example: list[torch.Tensor]):
        self.graphs += 1

        def run(*inputs):
            self.served += 1
            return graph.forward(*inputs)

        return run

    def __str__(self) -> str:
        return f"graphs compiled: {self.graphs}, calls served by one of them: {self.served} of 40"


class Ramp(torch.nn.Module):
    """A layer whose output grows over the first thousand steps; its step count is a Python int."""

    def __init__(self) -> None:
        super().__init__()
        self.linear, self.step = torch.nn.Linear(8, 8), 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Count a step and scale by it."""
        self.step += 1
        return self.linear(x) * min(1.0, self.step / 1000)
