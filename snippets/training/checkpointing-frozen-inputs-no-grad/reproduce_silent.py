# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""With a trained head the loss has a graph: backward passes, only the warning tells, and no adapter is trained.

$ python reproduce_silent.py
...UserWarning: None of the inputs have requires_grad=True. Gradients will be None
...
adapters with a gradient: 0 of 2
"""

import torch
from adapter import Model, reentrant, trained

if __name__ == "__main__":
    model = Model(head=True)
    model(torch.arange(8), reentrant).backward()
    raise SystemExit(trained(model))
