# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A hidden state kept from one chunk to the next still leads into the chunk before, whose graph backward has freed.

$ python reproduce.py
step 1 loss ...
Traceback (most recent call last):
...
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors ...
"""

import torch
from chunks import train


def keep(state: torch.Tensor) -> torch.Tensor:
    """Hand the state on as it is."""
    return state


if __name__ == "__main__":
    train(keep)
