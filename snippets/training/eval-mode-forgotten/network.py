"""A small network with dropout and batch normalisation, trained for a moment, and a check that it repeats itself."""

import torch
from torch import nn

torch.set_num_threads(1)


def trained() -> tuple[nn.Sequential, torch.Tensor, torch.Tensor]:
    """Return the network after 300 steps, and inputs and labels that it has not seen."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 4))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    teacher = torch.randn(16, 4)
    for _ in range(300):
        x = torch.randn(64, 16)
        loss = nn.functional.cross_entropy(model(x), (x @ teacher).argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x = 1.5 * torch.randn(256, 16) + 0.5  # the validation set is distributed a little differently
    return model, x, (x @ teacher).argmax(1)


def repeat(model: nn.Sequential, evaluate, x: torch.Tensor) -> int:
    """Evaluate twice, print how far the passes differ and what became of the statistics; return 1 when they do."""
    before = model[1].running_mean.clone()
    difference = (evaluate(model, x) - evaluate(model, x)).abs().max().item()
    drift = (model[1].running_mean - before).abs().max().item()
    print(f"same input differs by {difference:.4f} between two passes, running mean moved by {drift:.4f}")
    return int(difference > 0)
