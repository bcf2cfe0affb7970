# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Evaluation under no_grad: nothing is recorded, and what it leaves behind are ordinary tensors.

$ python fix_no_grad.py
loss before training: ...
step 1 loss ...
step 2 loss ...
step 3 loss ...
"""

import torch
from rotary import Lazy, evaluate, train

if __name__ == "__main__":
    model = Lazy()
    evaluate(model, torch.no_grad)
    train(model)
