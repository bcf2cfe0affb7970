# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Decay matrices only: the number of dimensions needs no list of names.

$ python fix_two_groups.py
0 of 1 decayed tensors are vectors, gain 1.0000 became 1.0000
"""

from decay import WEIGHT_DECAY, gain_after
from torch import nn


def groups(model: nn.Module) -> list[dict]:
    """Return one group for tensors of two and more dimensions, one for the rest, and nothing that is frozen."""
    trained = [p for p in model.parameters() if p.requires_grad]
    matrices, vectors = [p for p in trained if p.ndim >= 2], [p for p in trained if p.ndim < 2]
    if len(matrices) + len(vectors) != len(trained):
        raise ValueError("a parameter is in no group")
    return [{"params": matrices, "weight_decay": WEIGHT_DECAY}, {"params": vectors, "weight_decay": 0.0}]


if __name__ == "__main__":
    raise SystemExit(gain_after(groups))
