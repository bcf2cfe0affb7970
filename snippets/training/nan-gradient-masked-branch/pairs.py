"""Pairs whose distance is to be learned; in the fourth batch one pair holds the same sample twice."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

Distance = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def train(distance: Distance) -> int:
    """Train five steps, stop at a gradient that holds nan, and return an exit status."""
    torch.manual_seed(0)
    model = torch.nn.Linear(6, 4, bias=False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(1, 6):
        left, right = torch.randn(2, 8, 6)
        if step == 4:
            right[2] = left[2]
        loss = (distance(model(left), model(right)) - 1).square().mean()
        print(f"step {step} loss {loss.item():.4f}")
        optimizer.zero_grad()
        loss.backward()
        found = int(model.weight.grad.isnan().sum())
        if found:
            print(f"gradient of step {step} holds {found} nan of {model.weight.numel()}")
            return 1
        optimizer.step()
    print(f"gradients are finite in {step} steps of 5")
    return 0
