"""A regression whose learning rate decides whether it learns or explodes; the loop is the usual one."""

import math
from collections.abc import Callable, Iterator

import torch

STEPS, SHOWN = 200, 10
Guard = Callable[[torch.nn.Module, torch.optim.Optimizer], float]


def model() -> torch.nn.Module:
    """Return three layers without normalisation: nothing between them holds an update that is too large."""
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(32, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1)
    )


def batches() -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield the same batches in every run."""
    generator = torch.Generator().manual_seed(1)
    weights = torch.randn(32, 1, generator=generator)
    for _ in range(STEPS):
        x = torch.randn(64, 32, generator=generator)
        yield x, x @ weights


def plain(net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
    """Apply the gradients as they are, and return their norm."""
    norm = torch.nn.utils.get_total_norm([parameter.grad for parameter in net.parameters()])
    optimizer.step()
    return norm.item()


def train(net: torch.nn.Module, lr: float, guard: Guard, warmup: int = 0) -> list[float]:
    """Train, print the first steps and then every twentieth, and return all losses."""
    torch.set_num_threads(1)
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    losses = []
    for step, (x, y) in enumerate(batches(), 1):
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1.0, step / warmup) if warmup else lr
        loss = torch.nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        norm = guard(net, optimizer)
        losses.append(loss.item())
        if step <= SHOWN or step % 20 == 0:
            print(f"step {step} loss {loss.item():.4g} grad norm {norm:.4g}")
    return losses


def verdict(losses: list[float]) -> int:
    """Return an exit status: 0 when every loss is finite and the last tenth is under a tenth of the first loss."""
    last = losses[-len(losses) // 10 :]
    return int(not all(map(math.isfinite, losses)) or max(last) > losses[0] / 10)
