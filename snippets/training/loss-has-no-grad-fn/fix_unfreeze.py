# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same model, with the gradient of its head asked for by name.

$ python fix_unfreeze.py
parameters that require a gradient: 2 of 4
head has a gradient: True
"""

import torch
from frozen import count, model, train

if __name__ == "__main__":
    net = model()
    net.requires_grad_(False)
    net["head"].requires_grad_(True)
    count(net)
    train(net, torch.randn(4, 8))
    print("head has a gradient:", net["head"].weight.grad is not None)
