# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Segmentation masks mark unlabelled pixels with 255, and the loss takes it for a class.

$ python reproduce_void_label.py
Traceback (most recent call last):
...
IndexError: Target 255 is out of bounds.
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    logits = torch.randn(2, 21, 4, 4, requires_grad=True)
    masks = torch.randint(0, 21, (2, 4, 4))
    masks[:, 0, :] = 255  # the border that nobody annotated
    torch.nn.functional.cross_entropy(logits, masks).backward()
