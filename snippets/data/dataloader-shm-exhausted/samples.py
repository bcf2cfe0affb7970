"""Samples of 2 MiB, batched by four, for a step that is slower than the loader."""

import os
import time

import torch

torch.set_num_threads(1)

MiB = 1 << 20
SAMPLE, BATCH = 2 * MiB, 4


class Samples(torch.utils.data.Dataset):
    """Forty samples of float32 ones."""

    def __len__(self) -> int:
        """Say how many there are."""
        return 40

    def __getitem__(self, index: int) -> torch.Tensor:
        """Make a sample."""
        return torch.ones(SAMPLE // 4)


def used() -> int:
    """Return how many bytes of /dev/shm are taken."""
    shm = os.statvfs("/dev/shm")
    return (shm.f_blocks - shm.f_bfree) * shm.f_frsize


def train(**workers: int) -> int:
    """Run through the samples once; return the most that /dev/shm held."""
    peak = 0
    for _ in torch.utils.data.DataLoader(Samples(), batch_size=BATCH, **workers):
        time.sleep(0.1)  # the step: meanwhile the workers prepare all that they may
        peak = max(peak, used())
    print("epoch done")
    return peak
