"""A linear regression, and how the gradient that is applied compares with that of its own batch."""

from collections.abc import Callable

import torch
from torch.nn.functional import mse_loss

torch.set_num_threads(1)


def train(before_backward: Callable[[torch.optim.Optimizer], None], steps: int = 60) -> int:
    """Train and print what was applied at the first and the last step; return 1 when it is not the batch's own."""
    torch.manual_seed(0)
    x = torch.randn(256, 8)
    y = x @ torch.randn(8, 1)
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    ratios, losses = [], []
    for _ in range(steps):
        before_backward(optimizer)
        loss = mse_loss(model(x), y)
        own = torch.autograd.grad(loss, model.weight, retain_graph=True)[0]
        loss.backward()
        ratios.append(((model.weight.grad - own).norm() / own.norm()).item())
        optimizer.step()
        losses.append(loss.item())
    worst = max(losses[-20:])
    applied = f"applied gradient off by {ratios[0]:.2f} at step 1, {max(ratios):.2f} later"
    print(f"{applied}; loss {losses[0]:.3f}, at the end up to {worst:.3f}")
    return int(max(ratios) > 0.01)
