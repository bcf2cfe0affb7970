"""Twenty adapters, each of a width of its own, all of one class."""

from __future__ import annotations

from typing import Any

import torch

__all__ = ["run_twice"]


class Adapter(torch.nn.Module):
    """One linear layer with a residual."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add the layer's output to its input."""
        return x + self.linear(x)


def run_twice(backend: Any, **options: Any) -> None:
    """Compile each adapter by itself and call it twice: forty calls."""
    adapters = [torch.compile(Adapter(width), backend=backend, **options) for width in range(8, 28)]
    for _ in range(2):
        for width, adapter in zip(range(8, 28), adapters, strict=True):
            adapter(torch.ones(2, width))
