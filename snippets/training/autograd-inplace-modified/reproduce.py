# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Backward through a sigmoid whose output was changed in place after the forward.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    gate = torch.nn.Linear(4, 4)
    y = torch.sigmoid(gate(torch.randn(2, 4)))  # sigmoid keeps y: its derivative is y * (1 - y)
    y += 1.0  # ... and y is overwritten here
    y.sum().backward()
