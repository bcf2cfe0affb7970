# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""bfloat16 needs no scaler, so there is nothing to unscale and nothing to forget.

$ python fix_bfloat16.py
norm 4.2 in bfloat16, 4.2 in float32; update 1.000000
"""

import torch
from amp import LIMIT, step


def clip(
    _scaler: torch.amp.GradScaler, _optimizer: torch.optim.Optimizer, parameters: list[torch.nn.Parameter]
) -> torch.Tensor:
    """Clip what backward left in .grad: with a scaler that is not enabled, these are the gradients."""
    return torch.nn.utils.clip_grad_norm_(parameters, LIMIT)


if __name__ == "__main__":
    norm, moved = step(clip, dtype=torch.bfloat16)
    reference, _ = step(clip, dtype=torch.float32)
    print(f"norm {norm:.1f} in bfloat16, {reference:.1f} in float32; update {moved:.6f}")
    raise SystemExit(int(moved < 0.5))
