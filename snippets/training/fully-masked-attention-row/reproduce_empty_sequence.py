# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A sequence of length 0 in a batch for nn.MultiheadAttention: every key of it is padding, and all its rows are nan.

$ python reproduce_empty_sequence.py
rows of attention that are nan: 4 of 12 with need_weights=True
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    lengths = torch.tensor([4, 2, 0])
    padding = torch.arange(4) >= lengths[:, None]  # True where a key may not be seen
    x = torch.randn(3, 4, 8)
    output, _ = attention(x, x, x, key_padding_mask=padding)  # need_weights is True by default
    bad = output.isnan().any(dim=-1)
    print(f"rows of attention that are nan: {int(bad.sum())} of {bad.numel()} with need_weights=True")
    raise SystemExit(int(bad.any()))
