# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A checkpoint from a GPU, loaded with the defaults on a host that has none.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False...
"""

import torch
from gpu_file import save_as_from_gpu

if __name__ == "__main__":
    save_as_from_gpu(torch.nn.Linear(2, 2).state_dict(), "last.pt")
    torch.load("last.pt")
