# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Left padding under a causal mask: two rows may look at nothing, and two layers later four of eight rows are nan.

$ python reproduce.py
rows of attention that are nan: 2 of 8 after layer 1
rows of attention that are nan: 4 of 8 after layer 2
"""

import torch
from layers import report


def attend(scores: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Return the weights of attention, with 0 where nothing may be seen."""
    return scores.masked_fill(~allowed, float("-inf")).softmax(dim=-1)


if __name__ == "__main__":
    raise SystemExit(report(attend))
