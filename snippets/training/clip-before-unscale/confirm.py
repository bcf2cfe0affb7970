# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Change the scale and nothing else: a norm that follows the scale was never unscaled.

Adam divides by the length of the gradient, and hides the fault until elements come near its eps of 1e-8:

>>> [round(adam_update(element), 3) for element in (1e-4, 1e-4 / 2**13, 1e-5 / 2**16)]
[1.0, 0.55, 0.015]

$ python confirm.py
scale 1024: norm before unscale_ 4..., after it 4.2
scale 8192: norm before unscale_ 3..., after it 4.2
"""

import torch
from amp import step


def adam_update(element: float) -> float:
    """Return Adam's first update at rate 1 for a gradient of this size, which is 1 for any but tiny ones."""
    parameter = torch.nn.Parameter(torch.zeros(1))
    parameter.grad = torch.tensor([element])
    torch.optim.Adam([parameter], lr=1.0).step()
    return -parameter.item()


if __name__ == "__main__":
    for scale in (2.0**10, 2.0**13):
        norms = []

        def look(
            scaler: torch.amp.GradScaler, optimizer: torch.optim.Optimizer, p: list[torch.nn.Parameter], norms=norms
        ) -> torch.Tensor:
            norms.append(torch.nn.utils.get_total_norm([x.grad for x in p]).item())
            scaler.unscale_(optimizer)
            norms.append(torch.nn.utils.get_total_norm([x.grad for x in p]).item())
            return torch.tensor(0.0)

        step(look, scale=scale)
        print(f"scale {scale:.0f}: norm before unscale_ {norms[0]:.1f}, after it {norms[1]:.1f}")
