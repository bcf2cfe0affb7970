# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A test for any training code: one window of unequal micro-batches must leave the gradient of the full batch.

>>> batches = micro_batches()
>>> accumulated, full = gradient(accumulate, batches), gradient(full_batch, batches)
>>> torch.testing.assert_close(accumulated, full)
"""

import torch
from torch.nn.functional import cross_entropy
from window import IGNORED, MicroBatch, full_batch, gradient, micro_batches


def accumulate(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Put your own accumulation loop here."""
    total = sum((labels != IGNORED).sum() for _, labels in batches)
    for features, labels in batches:
        (cross_entropy(model(features), labels, reduction="sum") / total).backward()


__all__ = ["accumulate", "full_batch", "gradient", "micro_batches", "torch"]
