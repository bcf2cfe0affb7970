# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Count the residuals: N of them is right, N x N is the broadcast, and its best prediction is the mean.

$ python confirm.py
[256, 1] against [256]: 65536 residuals
[256] against [256]: 256 residuals
the mean of y minimises the broadcast loss: True
binary_cross_entropy_with_logits: ValueError
"""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, mse_loss

torch.set_num_threads(1)


def broadcast_loss(prediction: torch.Tensor, y: torch.Tensor) -> float:
    """Return the mean over all pairs."""
    return (prediction[:, None] - y).pow(2).mean().item()


if __name__ == "__main__":
    torch.manual_seed(0)
    y = torch.randn(256) * 3 + 2
    print("[256, 1] against [256]:", (y[:, None] - y).numel(), "residuals")
    print("[256] against [256]:", mse_loss(y, y, reduction="none").numel(), "residuals")
    mean = torch.full_like(y, y.mean().item())
    others = [y, mean + 0.1, mean - 0.1, mean + 0.1 * torch.randn(256)]
    print(
        "the mean of y minimises the broadcast loss:",
        all(broadcast_loss(mean, y) < broadcast_loss(p, y) for p in others),
    )
    try:
        binary_cross_entropy_with_logits(torch.zeros(4, 1), torch.zeros(4))
    except ValueError as error:
        print("binary_cross_entropy_with_logits:", type(error).__name__)
