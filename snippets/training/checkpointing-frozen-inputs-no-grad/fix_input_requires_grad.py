# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The embedding stays frozen, and its output is made to require a gradient: the old way has a graph to hold on to.

$ python fix_input_requires_grad.py
adapters with a gradient: 2 of 2
the embedding is still frozen: True
"""

import torch
from adapter import Model, reentrant, trained

if __name__ == "__main__":
    model = Model(head=False)
    model.embedding.register_forward_hook(lambda _module, _args, output: output.requires_grad_(True))
    model(torch.arange(8), reentrant).backward()
    status = trained(model)
    print("the embedding is still frozen:", model.embedding.weight.grad is None)
    raise SystemExit(status)
