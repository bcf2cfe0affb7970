# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""The same step and batch, keeping four boundary activations and computing the others again in backward.

$ python fix_checkpointing.py
one step of 16384 rows, peak below 1.5 GiB: True
"""

import torch
from stack import LIMIT, ROWS, WIDTH, limit_memory, make_stack
from torch.utils.checkpoint import checkpoint_sequential

if __name__ == "__main__":
    limit_memory()
    model = make_stack().cuda()
    batch = torch.randn(ROWS, WIDTH, device="cuda")
    checkpoint_sequential(model, 4, batch, use_reentrant=False).square().mean().backward()
    print(f"one step of {ROWS} rows, peak below 1.5 GiB: {torch.cuda.max_memory_allocated() < LIMIT}")
