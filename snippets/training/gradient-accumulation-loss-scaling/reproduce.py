# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Averaging micro-batch means: four sequences of 64, 4, 4 and 4 tokens count the same.

$ python reproduce.py
accumulated gradient is off by 1... of the full-batch gradient, norm ratio 1...
"""

import torch
from torch.nn.functional import cross_entropy
from window import MicroBatch, report


def accumulate(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Divide by the number of micro-batches, as most hand-written loops do."""
    for features, labels in batches:
        loss = cross_entropy(model(features), labels)  # the mean over this micro-batch's own tokens
        (loss / len(batches)).backward()


if __name__ == "__main__":
    raise SystemExit(report(accumulate))
