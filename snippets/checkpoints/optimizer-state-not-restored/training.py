"""A small regression whose inputs differ in size by a factor of a hundred, as real gradients do."""

import torch

torch.set_num_threads(1)

RATE = 3e-3


def model() -> torch.nn.Module:
    """Return the network of every run of this entry, with the same first weights."""
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))


def optimizer_of(net: torch.nn.Module) -> torch.optim.Optimizer:
    """Return the optimizer of every run."""
    return torch.optim.AdamW(net.parameters(), lr=RATE)


def train(net: torch.nn.Module, optimizer: torch.optim.Optimizer, steps: int, warmup: int = 0) -> list[float]:
    """Train on one batch and return the losses; the rate rises over the first *warmup* steps."""
    torch.manual_seed(1)
    inputs = torch.randn(512, 32) * torch.logspace(-2, 0, 32)
    targets = torch.sin(inputs @ torch.randn(32, 1) * 2)
    losses = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / (warmup + 1))
        loss = torch.nn.functional.mse_loss(net(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def checkpoint(path: str) -> list[float]:
    """Train 300 steps, save, and return the losses of the 50 steps that follow without an interruption."""
    net = model()
    optimizer = optimizer_of(net)
    train(net, optimizer, 300)
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict(), "step": 300}, path)
    return train(net, optimizer, 50)


def report(losses: list[float]) -> int:
    """Print by how much the loss rises above that of the saved weights; return 1 when by more than a tenth."""
    worst = max(losses)
    step = 300 + losses.index(worst)
    print(f"after the resume the loss rises to {worst / losses[0]:.3f} of its value at the save, at step {step}")
    return int(worst / losses[0] > 1.1)
