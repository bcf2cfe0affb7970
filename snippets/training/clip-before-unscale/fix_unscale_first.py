# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""unscale_ divides the gradients by the scale before they are clipped; step() then does not do it again.

$ python fix_unscale_first.py
norm before clipping 4.2, update ... of the 1.000000 that float32 makes
"""

import torch
from amp import LIMIT, report


def clip(
    scaler: torch.amp.GradScaler, optimizer: torch.optim.Optimizer, parameters: list[torch.nn.Parameter]
) -> torch.Tensor:
    """Unscale once per optimizer and step, after the last backward of the step."""
    scaler.unscale_(optimizer)
    return torch.nn.utils.clip_grad_norm_(parameters, LIMIT)


if __name__ == "__main__":
    raise SystemExit(report(clip))
