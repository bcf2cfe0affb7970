"""Train a small network in batches of two, and compare its two modes on the same samples."""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn.functional import mse_loss

torch.set_num_threads(1)


def two_modes(norm: Callable[[], nn.Module], batch: int = 2, micro: int = 1) -> tuple[float, float]:
    """Return the loss in training and in evaluation mode after six epochs; a step takes *micro* batches."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), norm(), nn.ReLU(), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    x = torch.randn(256, 16)
    y = (x @ torch.randn(16, 1)).tanh()
    for _ in range(6):
        for number, rows in enumerate(torch.randperm(256).split(batch), start=1):
            (mse_loss(model(x[rows]), y[rows]) / micro).backward()
            if number % micro == 0:
                optimizer.step()
                optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        evaluation = mse_loss(model(x), y).item()
        model.train()
        parts = [mse_loss(model(x[rows]), y[rows]).item() for rows in torch.arange(256).split(batch)]
    return sum(parts) / len(parts), evaluation


def report(train: float, evaluation: float) -> int:
    """Print both; return 1 when they differ by half or more."""
    ratio = max(train, evaluation) / min(train, evaluation)
    print(f"same samples: loss {train:.3f} in training mode, {evaluation:.3f} in evaluation mode, ratio {ratio:.2f}")
    return int(ratio > 1.5)
