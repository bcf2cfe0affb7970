"""One step of mixed precision on CPU: a float16 forward, a scaled loss, clipping to a norm of 1, a step."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

LIMIT = 1.0
Clip = Callable[[torch.amp.GradScaler, torch.optim.Optimizer, list[torch.nn.Parameter]], torch.Tensor]


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    """Return the same batch in every run."""
    generator = torch.Generator().manual_seed(1)
    return torch.randn(32, 64, generator=generator), torch.randn(32, 1, generator=generator)


def step(clip: Clip, *, scale: float = 2.0**13, dtype: torch.dtype = torch.float16) -> tuple[float, float]:
    """Take one step of SGD at rate 1; return the norm that clip reports, and by how much the weights moved.

    The scale is one whose gradients float16 holds, as the scaler finds it after some steps.
    """
    torch.manual_seed(0)
    model, (x, y) = torch.nn.Linear(64, 1), batch()
    parameters = list(model.parameters())
    before = torch.nn.utils.parameters_to_vector(parameters).detach()
    optimizer = torch.optim.SGD(parameters, lr=1.0)
    scaler = torch.amp.GradScaler("cpu", init_scale=scale, enabled=dtype is torch.float16)
    with torch.autocast("cpu", dtype=dtype, enabled=dtype is not torch.float32):
        prediction = model(x)
    scaler.scale(torch.nn.functional.mse_loss(prediction.float(), y)).backward()
    norm = clip(scaler, optimizer, parameters)
    scaler.step(optimizer)
    scaler.update()
    moved = torch.nn.utils.parameters_to_vector(parameters).detach() - before
    return norm.item(), moved.norm().item()


def report(clip: Clip) -> int:
    """Compare with float32, where nothing is scaled; return 1 when the weights moved less than half as far."""
    norm, moved = step(clip)
    _, meant = step(lambda _scaler, _optimizer, p: torch.nn.utils.clip_grad_norm_(p, LIMIT), dtype=torch.float32)
    print(f"norm before clipping {norm:.1f}, update {moved:.6f} of the {meant:.6f} that float32 makes")
    return int(moved < meant / 2)
