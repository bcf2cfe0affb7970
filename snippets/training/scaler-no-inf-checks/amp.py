"""One step of mixed precision on CPU: forward, scaled backward, step of the scaler."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def step(model: torch.nn.Module, optimizer: torch.optim.Optimizer, loss: Loss, *, scaled: bool = True) -> float:
    """Take a step, and return by how much the model's weights moved."""
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=scaled)
    before = torch.nn.utils.parameters_to_vector(model.parameters()).detach().clone()
    torch.manual_seed(1)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16, enabled=scaled):
        prediction = model(x)
    scaler.scale(loss(prediction.float(), y)).backward()
    scaler.step(optimizer)
    scaler.update()
    return (torch.nn.utils.parameters_to_vector(model.parameters()).detach() - before).norm().item()


def model() -> torch.nn.Sequential:
    """Return a body and a head."""
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
