# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A model is moved to the GPU by a PyTorch whose wheel has no CUDA in it; a GPU in the host would not help.

$ python reproduce.py
Traceback (most recent call last):
...
AssertionError: Torch not compiled with CUDA enabled
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.nn.Linear(2, 2).to("cuda")
