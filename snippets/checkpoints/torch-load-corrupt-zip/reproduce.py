# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A checkpoint cut off in the middle, as a job that is killed while it saves leaves it.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory...
"""

import os
from pathlib import Path

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.save(torch.nn.Linear(256, 256).state_dict(), "last.pt")
    os.truncate("last.pt", Path("last.pt").stat().st_size // 2)
    torch.load("last.pt")
