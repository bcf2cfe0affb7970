# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Name the void value to the loss: those pixels add nothing, and their logits get no gradient.

$ python fix_ignore_index.py
pixels scored: 24 of 32
gradient on the unlabelled row: 0.0
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    logits = torch.randn(2, 21, 4, 4, requires_grad=True)
    masks = torch.randint(0, 21, (2, 4, 4))
    masks[:, 0, :] = 255
    torch.nn.functional.cross_entropy(logits, masks, ignore_index=255).backward()
    print("pixels scored:", int((masks != 255).sum()), "of", masks.numel())
    print("gradient on the unlabelled row:", float(logits.grad[:, :, 0, :].abs().sum()))
