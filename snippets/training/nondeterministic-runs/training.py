"""A short training run with every kind of randomness that a CPU run has, and a comparison of two of them."""

import random
from collections.abc import Callable

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

torch.set_num_threads(1)


class Noisy(Dataset):
    """Augments with NumPy, as image pipelines do."""

    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        noise = np.random.normal(scale=0.1, size=8)  # noqa: NPY002  (the global generator is the point)
        x = torch.full((8,), index / 64.0) + torch.from_numpy(noise).float()
        return x * random.choice([0.9, 1.1]), x.sum()[None]


def losses(prepare: Callable[[], torch.Generator | None]) -> list[float]:
    """Return the loss of each step of a run that *prepare* prepares."""
    generator = prepare()
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Dropout(0.1), torch.nn.Linear(16, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    found = []
    for x, y in DataLoader(Noisy(), batch_size=8, shuffle=True, generator=generator):
        loss = torch.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def compare(prepare: Callable[[], torch.Generator | None]) -> int:
    """Train twice, print how far apart the runs are; return 1 when they are."""
    first, second = losses(prepare), losses(prepare)
    apart = [abs(a - b) for a, b in zip(first, second, strict=True)]
    print(f"two runs are {apart[0]:.7f} apart at step 1 and {max(apart):.7f} at most over {len(apart)} steps")
    return int(max(apart) > 0)
