"""A data set of noise, which can only be learned by heart, and the share of the validation set that was."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

ROWS, FEATURES, VALIDATION = 400, 512, 40

Split = Callable[[int, int], set[int]]  # rows and the number of the run, to the validation rows


def overlap(split: Split, rows_later: int = ROWS) -> float:
    """Return which share of the second run's validation rows the first run trained on."""
    first, second = split(ROWS, 0), split(rows_later, 1)
    return sum(row < ROWS and row not in first for row in second) / len(second)


def train(split: Split) -> int:
    """Train, restart from the checkpoint, and compare; return the exit status that the figure deserves."""
    torch.manual_seed(0)
    inputs, labels = torch.randn(ROWS, FEATURES), torch.randn(ROWS, 1)
    model = torch.nn.Linear(FEATURES, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for run in range(2):
        validation = sorted(split(ROWS, run))
        training = sorted(set(range(ROWS)) - set(validation))
        if run == 0:
            for _ in range(200):
                optimizer.zero_grad()
                torch.nn.functional.mse_loss(model(inputs[training]), labels[training]).backward()
                optimizer.step()
        with torch.no_grad():
            losses.append(float(torch.nn.functional.mse_loss(model(inputs[validation]), labels[validation])))
    share = overlap(split)
    print(f"validation loss before the restart {losses[0]:.2f}, after it {losses[1]:.2f}")
    print(f"share of the validation set that was trained on: {share:.2f}")
    return 1 if share > 0 else 0
