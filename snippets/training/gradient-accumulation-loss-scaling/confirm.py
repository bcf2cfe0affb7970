# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two figures tell the three cases apart: the ratio of the norms, and whether equal lengths cure it.

$ python confirm.py
not divided, equal lengths: error 3.0000 ratio 4.0000
divided by 4, equal lengths: error 0.0000 ratio 1.0000
divided by 4, unequal lengths: error 1... ratio 1...
"""

import torch
import window
from torch.nn.functional import cross_entropy


def measure(name: str, divisor: int, lengths: tuple[int, ...]) -> None:
    """Print error and norm ratio of a loop that divides each mean by *divisor*."""

    def accumulate(model: torch.nn.Module, batches: list[window.MicroBatch]) -> None:
        for features, labels in batches:
            (cross_entropy(model(features), labels) / divisor).backward()

    batches = window.micro_batches(lengths)
    found, full = window.gradient(accumulate, batches), window.gradient(window.full_batch, batches)
    error, ratio = (found - full).norm() / full.norm(), found.norm() / full.norm()
    print(f"{name}: error {error:.4f} ratio {ratio:.4f}")


if __name__ == "__main__":
    measure("not divided, equal lengths", 1, (16, 16, 16, 16))
    measure("divided by 4, equal lengths", 4, (16, 16, 16, 16))
    measure("divided by 4, unequal lengths", 4, window.LENGTHS)
