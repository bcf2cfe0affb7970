"""Samples that are read from a slow place, 16 MiB each, by workers that remember what they read."""

from collections import OrderedDict

import numpy as np
import torch

torch.set_num_threads(1)


class Samples(torch.utils.data.Dataset):
    """Sixty-four samples; each worker keeps the last *keep* of them."""

    def __init__(self, keep: int) -> None:
        """Start with an empty cache."""
        self.keep, self.cache = keep, OrderedDict()

    def __len__(self) -> int:
        """Say how many there are."""
        return 64

    def __getitem__(self, index: int) -> int:
        """Read a sample and return its length."""
        if index not in self.cache:
            self.cache[index] = np.ones(16 << 20, dtype=np.uint8)
        if len(self.cache) > self.keep:
            self.cache.popitem(last=False)
        return len(self.cache[index])


def train(keep: int) -> None:
    """Run through the samples once, with one worker."""
    loader = torch.utils.data.DataLoader(Samples(keep), num_workers=1, collate_fn=list, multiprocessing_context="fork")
    for _ in loader:
        pass
    print("epoch done")
