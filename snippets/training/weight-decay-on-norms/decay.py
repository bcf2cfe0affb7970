"""What AdamW's decay alone does to a normalisation gain: five hundred steps with a gradient of zero."""

from collections.abc import Callable

import torch
from torch import nn

torch.set_num_threads(1)

WEIGHT_DECAY = 0.1


def gain_after(groups_of: Callable[[nn.Module], list], lr: float = 1e-2, steps: int = 500) -> int:
    """Print what the gain has become and what is decayed; return 1 when a vector is."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 16), nn.LayerNorm(16))
    optimizer = torch.optim.AdamW(groups_of(model), lr=lr, weight_decay=WEIGHT_DECAY)
    for _ in range(steps):
        for parameter in model.parameters():
            parameter.grad = torch.zeros_like(parameter)
        optimizer.step()
    decayed = [p for group in optimizer.param_groups if group["weight_decay"] for p in group["params"]]
    vectors = sum(p.ndim < 2 for p in decayed)
    print(f"{vectors} of {len(decayed)} decayed tensors are vectors, gain 1.0000 became {model[1].weight.mean():.4f}")
    return int(vectors > 0)
