"""How many different orders a rank's loader gives over the epochs, and how much of the data it reaches."""

from collections.abc import Callable

import torch
from torch.utils.data import DataLoader, DistributedSampler

EPOCHS, SAMPLES, RANKS = 3, 16, 2


def epochs(begin: Callable[[DistributedSampler, int], None]) -> list[tuple[int, ...]]:
    """Return what rank 0 read in each epoch; *begin* is called before each."""
    sampler = DistributedSampler(range(SAMPLES), num_replicas=RANKS, rank=0, shuffle=True, seed=7)
    loader = DataLoader(torch.arange(SAMPLES), batch_size=2, sampler=sampler)
    read = []
    for epoch in range(EPOCHS):
        begin(sampler, epoch)
        read.append(tuple(int(index) for batch in loader for index in batch))
    return read


def report(read: list[tuple[int, ...]]) -> int:
    """Print the figures; return the exit status that they deserve."""
    different = len(set(read))
    print(f"sampler gave {different} different orders in {len(read)} epochs")
    print(f"rank 0 has seen {len({index for order in read for index in order})} of {SAMPLES} samples")
    return 0 if different == len(read) else 1
