# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Which parameters get no gradient, step by step? One process, no DDP.

$ python confirm.py
loss of all outputs, step 1: []
loss of all outputs, step 2: ['auxiliary.weight', 'auxiliary.bias']
loss of the first output, step 1: ['auxiliary.weight', 'auxiliary.bias']
loss of the first output, step 2: ['auxiliary.weight', 'auxiliary.bias']
"""

import torch
from late_head import LateHead, loss_of


def without_gradient(model: torch.nn.Module) -> list[str]:
    """Return the names of trainable parameters that the last backward left out."""
    return [name for name, p in model.named_parameters() if p.requires_grad and p.grad is None]


if __name__ == "__main__":
    model = LateHead()
    for number, auxiliary in ((1, True), (2, False)):
        model.zero_grad(set_to_none=True)
        loss_of(model(torch.randn(2, 4), auxiliary=auxiliary)).backward()
        print(f"loss of all outputs, step {number}:", without_gradient(model))
    for number in (1, 2):
        model.zero_grad(set_to_none=True)
        model(torch.randn(2, 4), auxiliary=True)[0].sum().backward()
        print(f"loss of the first output, step {number}:", without_gradient(model))
