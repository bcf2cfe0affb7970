"""Functions that need their batch to be eight, though nothing says so, and a call with the batch marked as dynamic."""

from __future__ import annotations

import torch
from torch._dynamo import mark_dynamic

__all__ = ["call", "pairs", "with_table"]

table = torch.arange(32.0).view(8, 4)


def pairs(x: torch.Tensor) -> torch.Tensor:
    """Average neighbouring rows."""
    return x.view(4, 2, 4).mean(1)  # 4 pairs: a batch of 8


def with_table(x: torch.Tensor) -> torch.Tensor:
    """Add one row of a table to each row."""
    return x + table  # the table has 8 rows


def call(function, size: int = 8) -> torch.Tensor:
    """Call with a batch of *size* that is promised to vary."""
    x = torch.ones(size, 4)
    mark_dynamic(x, 0)
    return function(x)
