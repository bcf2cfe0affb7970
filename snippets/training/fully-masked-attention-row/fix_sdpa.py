# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""scaled_dot_product_attention with a boolean mask: a row without a key gives 0, forward and backward.

$ python fix_sdpa.py
rows of attention that are nan: 0 of 8, and of its gradient: 0 of 8
the row without a key: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
"""

import torch
from layers import ALLOWED
from torch.nn.functional import scaled_dot_product_attention

if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(2, 4, 8, requires_grad=True)
    output = scaled_dot_product_attention(x, x, x, attn_mask=ALLOWED)
    output.sum().backward()
    bad, worse = (int(rows.isnan().any(dim=-1).sum()) for rows in (output, x.grad))
    print(f"rows of attention that are nan: {bad} of 8, and of its gradient: {worse} of 8")
    print("the row without a key:", output[1, 0].tolist())
    raise SystemExit(int(bad + worse > 0))
