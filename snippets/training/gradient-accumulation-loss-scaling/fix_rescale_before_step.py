# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Sum over tokens, and divide the finished gradient once: for streams whose window cannot be read ahead.

$ python fix_rescale_before_step.py
accumulated gradient is off by 0.0000 of the full-batch gradient, norm ratio 1.0000
"""

import torch
from torch.nn.functional import cross_entropy
from window import IGNORED, MicroBatch, report


def accumulate(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Count while going, and scale .grad before anything (clipping, optimizer) reads it."""
    total = 0
    for features, labels in batches:
        cross_entropy(model(features), labels, reduction="sum").backward()
        total += (labels != IGNORED).sum()
    for parameter in model.parameters():
        parameter.grad /= total


if __name__ == "__main__":
    raise SystemExit(report(accumulate))
