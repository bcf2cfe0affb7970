"""A linear layer is tuned towards slightly other weights; the dtype of its weights decides what arrives there."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

STEPS, RATE = 100, 1e-4
Step = Callable[[torch.optim.Optimizer, torch.nn.Module], None]


def tune(
    dtype: torch.dtype, step: Step = lambda optimizer, _model: optimizer.step(), rate: float = RATE
) -> tuple[float, float]:
    """Return how far the weights moved in a hundred steps of AdamW, added up, and the last loss over the first."""
    torch.manual_seed(0)
    start = torch.nn.Linear(64, 64, bias=False).weight.detach().bfloat16().float()  # a checkpoint in bfloat16
    goal = start + 0.02 * torch.randn(64, 64)
    model = torch.nn.Linear(64, 64, bias=False)
    model.weight.data = start.clone().to(dtype)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.0)
    losses = []
    for _ in range(STEPS):
        x = torch.randn(128, 64)
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = (model(x).float() - x @ goal.T).square().mean()
        loss.backward()
        step(optimizer, model)
        losses.append(loss.item())
    return (model.weight.detach().float() - start).abs().sum().item(), losses[-1] / losses[0]


def report(moved: float, ratio: float) -> int:
    """Compare with float32 weights, print the verdict, and return 1 when less than half of the way was kept."""
    meant, best = tune(torch.float32)
    print(f"updates kept: {moved / meant:.3f} of those that float32 weights make")
    print(f"loss after {STEPS} steps: {ratio:.2f} of the first; with float32 weights {best:.2f}")
    return int(moved < meant / 2)
