# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""One pass over the labels before the first step, which names the sample and not only the value.

$ python prevent.py
sample 3 of 5 has label 7, and there are 5 classes
"""

from collections.abc import Iterable, Iterator

import torch


def outside(labels: Iterable[torch.Tensor], classes: int, ignore_index: int = -100) -> Iterator[tuple[int, int]]:
    """Yield position and value of every label that the loss would refuse."""
    for number, label in enumerate(labels):
        wrong = (label != ignore_index) & ((label < 0) | (label >= classes))
        if wrong.any():
            yield number, int(label[wrong][0])


if __name__ == "__main__":
    data = torch.utils.data.TensorDataset(torch.randn(5, 8), torch.tensor([0, 4, -100, 7, 1]))
    for number, value in outside((label for _, label in data), classes=5):
        print(f"sample {number} of {len(data)} has label {value}, and there are 5 classes")
