# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""No division at all: the gradient is the sum of four means.

$ python reproduce_no_division.py
accumulated gradient is off by 7... of the full-batch gradient, norm ratio 7...
"""

import torch
from torch.nn.functional import cross_entropy
from window import MicroBatch, report


def accumulate(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Call backward on each mean; backward adds to what is already in .grad."""
    for features, labels in batches:
        cross_entropy(model(features), labels).backward()


if __name__ == "__main__":
    raise SystemExit(report(accumulate))
