"""The pattern of this entry's parts: two sizes side by side in each segment, and then only one of them freed."""

from __future__ import annotations

import torch

__all__ = ["MIB", "fill_and_free", "limit_memory"]

MIB = 2**20


def limit_memory(mebibytes: int) -> None:
    """Let this process take so much of the GPU, so that any card is small enough to run out."""
    total = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.set_per_process_memory_fraction(mebibytes * MIB / total)


def fill_and_free(segments: int, segment: int, keep: int) -> list[torch.Tensor]:
    """Take *segments* blocks of *segment* MiB, free them, put *keep* MiB into each, and return what was kept.

    Each block freed stays with PyTorch as a segment of its own; a smaller request splits it, and its tail is then
    free but cannot go back to the driver while the head is in use.
    """
    blocks = [torch.empty(segment * MIB, dtype=torch.uint8, device="cuda") for _ in range(segments)]
    del blocks
    return [torch.empty(keep * MIB, dtype=torch.uint8, device="cuda") for _ in range(segments)]
