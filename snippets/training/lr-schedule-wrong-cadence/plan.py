"""Ten epochs of ten batches, a cosine from 1.0 to 0.0 over them as the plan, and a comparison with what was used."""

import math

import torch

torch.set_num_threads(1)

EPOCHS, BATCHES = 10, 10
STEPS = EPOCHS * BATCHES
PLANNED = [0.5 * (1 + math.cos(math.pi * step / STEPS)) for step in range(STEPS)]


def optimizer() -> torch.optim.Optimizer:
    """Return an optimizer of one weight whose gradient is set."""
    weight = torch.nn.Parameter(torch.ones(1))
    weight.grad = torch.ones(1)
    return torch.optim.SGD([weight], lr=1.0)


def compare(used: list[float]) -> int:
    """Print in how many steps *used* is off the plan; return 1 when it is."""
    off = [abs(rate - planned) for rate, planned in zip(used, PLANNED, strict=True)]
    wrong = sum(difference > 1e-6 for difference in off)
    print(f"learning rate is off the plan in {wrong} of {STEPS} steps, by up to {max(off):.3f} of the peak")
    return int(wrong > 0)
