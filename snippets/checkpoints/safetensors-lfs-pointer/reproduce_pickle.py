# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""The same pointer under the name of a .bin file: the unpickler stops at its first letter, v, which is byte 118.

$ python reproduce_pickle.py
Traceback (most recent call last):
...
_pickle.UnpicklingError: Weights only load failed...
...
Unsupported operand 118
...
"""

from pathlib import Path

import torch
from pointer import pointer_to

torch.set_num_threads(1)

if __name__ == "__main__":
    Path("pytorch_model.bin").write_text(pointer_to(b"the weights, which are not here"))
    torch.load("pytorch_model.bin")
