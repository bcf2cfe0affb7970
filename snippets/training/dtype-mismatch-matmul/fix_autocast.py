# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Weights stay in float32, and autocast chooses the format operation by operation.

$ python fix_autocast.py
trunk torch.bfloat16, norm torch.float32, head torch.bfloat16
gradient of the weights torch.float32
"""

import torch
from torch import nn

torch.set_num_threads(1)

if __name__ == "__main__":
    trunk, norm, head = nn.Linear(8, 8), nn.LayerNorm(8), nn.Linear(8, 4)  # all float32
    with torch.autocast("cpu", dtype=torch.bfloat16):
        a = trunk(torch.randn(2, 8))
        b = norm(a.float())
        c = head(b)
    c.float().sum().backward()
    print(f"trunk {a.dtype}, norm {b.dtype}, head {c.dtype}")
    print("gradient of the weights", head.weight.grad.dtype)
