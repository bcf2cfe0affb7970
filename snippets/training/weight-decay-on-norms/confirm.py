# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Filters by name miss norms that are named otherwise; what is left of a gain follows from rate, decay and steps.

$ python confirm.py
by the names of BERT, still decayed: ['ln_1.weight']
left of a gain after 10000 steps at rate 0.0003 and decay 0.1: 0.741
"""

import torch
from torch import nn

torch.set_num_threads(1)


class Block(nn.Module):
    """A layer as in GPT-2: its norm is called ln_1."""

    def __init__(self) -> None:
        super().__init__()
        self.ln_1 = nn.LayerNorm(8)
        self.attn = nn.Linear(8, 8)


if __name__ == "__main__":
    block = Block()
    no_decay = ("bias", "LayerNorm.weight")
    by_name = [n for n, p in block.named_parameters() if not any(part in n for part in no_decay) and p.ndim < 2]
    print("by the names of BERT, still decayed:", by_name)
    print(f"left of a gain after 10000 steps at rate 0.0003 and decay 0.1: {(1 - 3e-4 * 0.1) ** 10_000:.3f}")
