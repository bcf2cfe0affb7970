# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same run by rate and by precision: only the rate decides. And what clipping and skipping make of a bad step.

$ python confirm.py
rate 0.3 in float32: no number from step ... on
rate 0.3 in float64: no number from step ... on
rate 0.01 in float32: 200 finite losses
rate 0.3, bad steps skipped: finite weights, and every step from ... on is skipped
a norm that is inf, clipped to 1: 2 of 3 gradients are 0, 1 is nan
"""

import contextlib
import io
import math

import torch
from training import model, plain, train


def losses_of(net: torch.nn.Module, lr: float, guard=plain) -> list[float]:
    with contextlib.redirect_stdout(io.StringIO()):
        return train(net, lr, guard)


def first_bad(losses: list[float]) -> str:
    bad = next((step for step, loss in enumerate(losses, 1) if not math.isfinite(loss)), None)
    return f"no number from step {bad} on" if bad else f"{len(losses)} finite losses"


class Skip:
    """Leaves out each step whose norm is not finite."""

    def __init__(self) -> None:
        self.skipped: list[bool] = []

    def __call__(self, net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
        norm = torch.nn.utils.get_total_norm([parameter.grad for parameter in net.parameters()])
        self.skipped.append(not norm.isfinite())
        if norm.isfinite():
            optimizer.step()
        return norm.item()


if __name__ == "__main__":
    print(f"rate 0.3 in float32: {first_bad(losses_of(model(), 0.3))}")
    torch.set_default_dtype(torch.float64)
    print(f"rate 0.3 in float64: {first_bad(losses_of(model(), 0.3))}")
    torch.set_default_dtype(torch.float32)
    print(f"rate 0.01 in float32: {first_bad(losses_of(model(), 0.01))}")
    net, skip = model(), Skip()
    losses_of(net, 0.3, skip)
    finite = all(bool(parameter.isfinite().all()) for parameter in net.parameters())
    last = len(skip.skipped) - skip.skipped[::-1].index(False)
    print(
        f"rate 0.3, bad steps skipped: {'finite' if finite else 'broken'} weights, "
        f"and every step from {last + 1} on is skipped"
    )
    weights = torch.nn.Parameter(torch.ones(3))
    weights.grad = torch.tensor([1.0, 2.0, math.inf])
    torch.nn.utils.clip_grad_norm_([weights], 1.0)
    zeros, nans = int((weights.grad == 0).sum()), int(weights.grad.isnan().sum())
    print(f"a norm that is inf, clipped to 1: {zeros} of 3 gradients are 0, {nans} is nan")
