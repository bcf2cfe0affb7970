# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The optimizer was built first and the head exchanged afterwards: it owns a head that takes no part.

$ python reproduce.py
Traceback (most recent call last):
...
AssertionError: No inf checks were recorded for this optimizer.
"""

import torch
from amp import model, step
from torch.nn.functional import mse_loss

if __name__ == "__main__":
    net = model().requires_grad_(False)  # the body stays as it is
    net[2].requires_grad_(True)
    optimizer = torch.optim.SGD(net[2].parameters(), lr=0.1)
    net[2] = torch.nn.Linear(4, 1)  # another number of classes, say
    step(net, optimizer, mse_loss)
