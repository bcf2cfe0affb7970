"""The pattern of this entry's parts: large blocks are reused for small ones, and one small one in four lives on."""

from __future__ import annotations

import torch

__all__ = ["MIB", "fill_and_free", "limit_memory", "take"]

MIB = 2**20


def limit_memory() -> None:
    """Let this process take 1.5 GiB of the GPU, so that any card is small enough to run out."""
    total = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.set_per_process_memory_fraction(1536 * MIB / total)


def take(mebibytes: int) -> torch.Tensor:
    """Return a block of so many MiB on the GPU; no kernel runs, so nothing else is allocated."""
    return torch.empty(mebibytes * MIB, dtype=torch.uint8, device="cuda")


def fill_and_free() -> list[torch.Tensor]:
    """Take and free 8 x 160 MiB, fill the same memory with 32 x 40 MiB, and return the 8 of these that stay.

    By default each 160 MiB is a segment of its own, and one 40 MiB in it keeps it from going back to the driver:
    960 MiB are then free in pieces of 120 MiB.
    """
    blocks = [take(160) for _ in range(8)]
    del blocks
    small = [take(40) for _ in range(32)]
    return small[::4]
