# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Rows without a key are opened before the softmax: what they see does not matter, as no real row reads them.

$ python fix_open_empty_rows.py
rows of attention that are nan: 0 of 8 after layer 1
rows of attention that are nan: 0 of 8 after layer 2
largest difference in real rows from the sequences without padding: 0.00000
"""

import torch
from layers import difference, report


def attend(scores: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Let a row that may see nothing see everything."""
    allowed = allowed | ~allowed.any(dim=-1, keepdim=True)
    return scores.masked_fill(~allowed, float("-inf")).softmax(dim=-1)


if __name__ == "__main__":
    status = report(attend)
    print(f"largest difference in real rows from the sequences without padding: {difference(attend):.5f}")
    raise SystemExit(status)
