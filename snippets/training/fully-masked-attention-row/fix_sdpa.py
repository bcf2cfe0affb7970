# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same two layers through scaled_dot_product_attention with a boolean mask: a row without a key gives 0.

$ python fix_sdpa.py
rows of attention that are nan: 0 of 8 after layer 1
rows of attention that are nan: 0 of 8 after layer 2
rows of its gradient that are nan: 0 of 8
the row without a key: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
"""

import torch
from layers import ALLOWED
from torch.nn.functional import scaled_dot_product_attention

if __name__ == "__main__":
    torch.manual_seed(0)
    x = start = torch.randn(2, 4, 8, requires_grad=True)
    for number in (1, 2):
        attended = scaled_dot_product_attention(x, x, x, attn_mask=ALLOWED)  # it divides by the root of 8, too
        x = x + attended
        bad = x.isnan().any(dim=-1)
        print(f"rows of attention that are nan: {int(bad.sum())} of {bad.numel()} after layer {number}")
    x.sum().backward()
    worse = int(start.grad.isnan().any(dim=-1).sum())
    print(f"rows of its gradient that are nan: {worse} of 8")
    print("the row without a key:", attended[1, 0].tolist())
    raise SystemExit(int(bad.any()) + worse)
