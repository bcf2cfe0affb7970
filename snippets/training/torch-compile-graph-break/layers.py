"""Layers that ask for the value of a tensor, and a backend that counts graphs."""

from __future__ import annotations

import torch

__all__ = ["Graphs", "bounded", "scaled", "talkative"]


def bounded(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Scale activations down when the largest is above 100."""
    hidden = (x @ weight).relu()
    if hidden.abs().max() > 100:  # the interpreter has to know the value
        hidden = hidden * (100 / hidden.abs().max())
    return (hidden @ weight.T).tanh()


def scaled(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Divide by a maximum that is fetched as a Python number."""
    hidden = (x @ weight).relu()
    return (hidden / max(hidden.max().item(), 1.0)) @ weight.T


def talkative(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Print a mean in the middle of the forward pass."""
    hidden = (x @ weight).relu()
    print("mean of hidden", hidden.mean())
    return (hidden @ weight.T).tanh()


class Graphs:
    """Run each graph as it is, and count the graphs and their operations."""

    def __init__(self) -> None:
        self.operations: list[int] = []

    def __call__(self, graph: torch.fx.GraphModule, _example: list[torch.Tensor]):
        self.operations.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
        return graph.forward
