# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Gradients are clipped while they are still multiplied by 8192, and divided by it afterwards.

$ python reproduce.py
norm before clipping ..., update 0.000122 of the 1.000000 that float32 makes
"""

import torch
from amp import LIMIT, report


def clip(
    _scaler: torch.amp.GradScaler, _optimizer: torch.optim.Optimizer, parameters: list[torch.nn.Parameter]
) -> torch.Tensor:
    """Clip what backward left in .grad."""
    return torch.nn.utils.clip_grad_norm_(parameters, LIMIT)


if __name__ == "__main__":
    raise SystemExit(report(clip))
