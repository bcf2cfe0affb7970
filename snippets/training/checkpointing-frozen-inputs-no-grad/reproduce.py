# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Checkpointed blocks behind a frozen embedding, nothing else to train: a warning, and backward has no graph.

$ python reproduce.py
...UserWarning: None of the inputs have requires_grad=True. Gradients will be None
...
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""

import torch
from adapter import Model, reentrant

if __name__ == "__main__":
    Model(head=False)(torch.arange(8), reentrant).backward()
