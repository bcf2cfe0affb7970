# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A test for any training code: straight on, and saved and resumed, give the same losses.

>>> reference = checkpoint("last.pt")
>>> resumed = resume("last.pt")
>>> max(abs(a - b) for a, b in zip(resumed, reference)) < 1e-6
True
"""

import torch
from training import checkpoint, model, optimizer_of, train


def resume(path: str) -> list[float]:
    """Put your own resume code here; return the losses of the 50 steps that follow."""
    saved = torch.load(path)
    net = model()
    net.load_state_dict(saved["model"])
    optimizer = optimizer_of(net)
    optimizer.load_state_dict(saved["optimizer"])
    return train(net, optimizer, 50)


__all__ = ["checkpoint", "resume"]
