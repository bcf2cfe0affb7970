# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""Forward through 16 layers needs 2 GiB of saved activations; the process may have 1.5 GiB.

$ python reproduce.py
Traceback (most recent call last):
...
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 64.00 MiB. GPU 0 has a total capacity of ...
"""

import torch
from stack import ROWS, WIDTH, limit_memory, make_stack

if __name__ == "__main__":
    limit_memory()
    model = make_stack().cuda()
    model(torch.randn(ROWS, WIDTH, device="cuda")).square().mean().backward()
