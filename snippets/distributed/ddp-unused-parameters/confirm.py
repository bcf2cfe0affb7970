# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Which parameters get no gradient? One process, one backward, no DDP.

$ python confirm.py
no gradient: ['auxiliary.weight', 'auxiliary.bias']
"""

import torch
from two_heads import TwoHeads

if __name__ == "__main__":
    model = TwoHeads()
    model(torch.randn(2, 4), auxiliary=False).sum().backward()
    print("no gradient:", [name for name, p in model.named_parameters() if p.requires_grad and p.grad is None])
