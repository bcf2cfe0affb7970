"""A frozen body and a small trained head, under float16 autocast with a loss scaler, on CPU."""

import torch

torch.set_num_threads(1)


def model() -> torch.nn.Module:
    """Return a body in float16, as it was loaded, and a head that takes over its dtype."""
    torch.manual_seed(0)
    body, head = torch.nn.Linear(16, 16), torch.nn.Linear(16, 1)
    return torch.nn.Sequential(body.requires_grad_(False), torch.nn.Tanh(), head).half()


def train(net: torch.nn.Module, *, scaled: bool = True, dtype: torch.dtype = torch.float16) -> list[float]:
    """Take twenty steps with clipping, and return the losses."""
    trained = [parameter for parameter in net.parameters() if parameter.requires_grad]
    optimizer = torch.optim.SGD(trained, lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=scaled)
    generator, losses = torch.Generator().manual_seed(1), []
    for _ in range(20):
        x = torch.randn(32, 16, generator=generator)
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=dtype):
            loss = (net(x).float() - x[:, :1]).square().mean()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    print(f"trained in {trained[0].dtype}: loss {losses[0]:.3f} to {losses[-1]:.3f}")
    return losses
