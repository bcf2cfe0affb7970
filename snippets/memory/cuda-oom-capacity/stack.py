"""The model of this entry's parts: 16 layers whose saved activations pass 1.5 GiB at 16,384 rows."""

from __future__ import annotations

import torch

__all__ = ["LIMIT", "ROWS", "WIDTH", "limit_memory", "make_stack"]

LIMIT = 1536 * 2**20
ROWS, WIDTH = 16_384, 1024


def make_stack() -> torch.nn.Sequential:
    """Return 16 times Linear and GELU: 64 MiB of weights, and 64 MiB saved by each module at ROWS rows."""
    torch.manual_seed(0)
    layers: list[torch.nn.Module] = []
    for _ in range(16):
        layers += [torch.nn.Linear(WIDTH, WIDTH), torch.nn.GELU()]
    return torch.nn.Sequential(*layers)


def limit_memory() -> None:
    """Let this process take LIMIT bytes of the GPU, so that any card is small enough to run out."""
    total = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.set_per_process_memory_fraction(LIMIT / total)
