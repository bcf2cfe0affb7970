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


def full() -> bool:
    """Say whether another batch has no room in /dev/shm."""
    shm = os.statvfs("/dev/shm")
    return shm.f_bavail * shm.f_frsize < BATCH * SAMPLE


def train(wait_for: int = 0, **workers: int) -> int:
    """Run through the samples once; the first step lasts until *wait_for* bytes are there, or no more fit."""
    peak, patience = 0, time.monotonic() + 60
    loader = torch.utils.data.DataLoader(Samples(), batch_size=BATCH, multiprocessing_context="fork", **workers)
    for _ in loader:
        while used() < wait_for and not full() and time.monotonic() < patience:
            time.sleep(0.1)
        time.sleep(2 if wait_for else 0.1)  # the step: meanwhile the workers prepare all that they may
        peak, wait_for = max(peak, used()), 0
    print("epoch done")
    return peak
