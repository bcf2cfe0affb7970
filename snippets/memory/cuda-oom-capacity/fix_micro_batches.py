# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""The same step in four micro-batches whose gradients add up: a quarter of the activations at any time.

$ python fix_micro_batches.py
one step of 16384 rows, peak below 1.5 GiB: True
"""

import torch
from stack import LIMIT, ROWS, WIDTH, limit_memory, make_stack

if __name__ == "__main__":
    limit_memory()
    model = make_stack().cuda()
    for rows in torch.randn(ROWS, WIDTH, device="cuda").chunk(4):
        (model(rows).square().mean() / 4).backward()
    print(f"one step of {ROWS} rows, peak below 1.5 GiB: {torch.cuda.max_memory_allocated() < LIMIT}")
