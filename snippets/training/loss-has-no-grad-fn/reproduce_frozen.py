# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The model is frozen whole where the body alone was meant.

$ python reproduce_frozen.py
parameters that require a gradient: 0 of 4
Traceback (most recent call last):
...
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""

import torch
from frozen import count, model, train

if __name__ == "__main__":
    net = model()
    net.requires_grad_(False)  # meant for net["body"]
    count(net)
    train(net, torch.randn(4, 8))
