# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""No restart: each rank seeds with its number and draws its own split, and trains on what others validate with.

$ python reproduce_ranks.py
share of the validation set that was trained on: 1.00
"""

import sys

import torch
from torch.utils.data import random_split

ROWS, VALIDATION, RANKS = 400, 40, 4

if __name__ == "__main__":
    trained, validation = set(), []
    for rank in range(RANKS):
        torch.manual_seed(42 + rank)  # so that dropout differs between ranks
        train, held_out = random_split(range(ROWS), [ROWS - VALIDATION, VALIDATION])
        trained |= set(train.indices)
        validation += held_out.indices
    share = sum(row in trained for row in validation) / len(validation)
    print(f"share of the validation set that was trained on: {share:.2f}")
    sys.exit(1 if share else 0)
