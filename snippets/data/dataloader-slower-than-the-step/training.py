"""A loop over a real DataLoader. The accelerator's share of a step, and reads from a far store, are waits."""

import statistics
import time
from collections.abc import Callable

import torch
from torch.utils.data import DataLoader, Dataset

BATCH, TOKENS, STEPS = 8, 128, 32
CACHED = 20 * BATCH
"""Samples that fit into the cache: the first twenty steps."""
STEP_SECONDS = 0.1
"""For which the accelerator computes while Python waits."""
READ_SECONDS = 0.025
"""For one sample from the store: 0.2 s a batch, when nothing overlaps."""


class Samples(Dataset):
    """Samples of which the first come from a cache and the others from a far store."""

    def __init__(self, read: Callable[[int], torch.Tensor]) -> None:
        self.read = read

    def __len__(self) -> int:
        return STEPS * BATCH

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.read(index)


def read(index: int) -> torch.Tensor:
    """Return a sample; beyond the cache it takes its time, and hardly any CPU."""
    if index >= CACHED:
        time.sleep(READ_SECONDS)
    return torch.full((8,), index % 7 / 7)


def train(loader: DataLoader) -> tuple[float, float]:
    """Train and print each step; return the rate of the last steps, and their share of waiting for data."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    waits, times = [], []
    batches = iter(loader)
    for step in range(1, STEPS + 1):
        start = time.perf_counter()
        batch = next(batches)
        waits.append(time.perf_counter() - start)
        loss = (net(batch).squeeze(1) - batch.sum(1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        time.sleep(STEP_SECONDS)
        times.append(time.perf_counter() - start)
        print(f"step {step} loss {loss.item():.4f} tps {BATCH * TOKENS / times[-1]:,.0f}")
    good, last = statistics.median(times[2:20]), statistics.median(times[-8:])
    return good / last, sum(waits[-8:]) / sum(times[-8:])


def report(loader: DataLoader) -> int:
    """Train, say how much of the rate is left, and return an exit status: 1 below three fifths."""
    left, _ = train(loader)
    print(f"the last steps reach {left:.2f} of the pace of the first")
    return int(left < 0.6)
