# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Five classes, labels counted from 1: the fifth is one past the last column of the logits.

$ python reproduce.py
Traceback (most recent call last):
...
IndexError: Target 5 is out of bounds.
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    head = torch.nn.Linear(8, 5)
    labels = torch.tensor([1, 2, 3, 4, 5])  # as the file has them
    torch.nn.functional.cross_entropy(head(torch.randn(5, 8)), labels).backward()
