# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["cpu"]
# timeout = 180
# [tool.faultbook.env]
# TORCH_COMPILE_DISABLE = "1"
# ///
"""No compiler, and compilation switched off from outside by TORCH_COMPILE_DISABLE=1.

$ python fix_eager.py
tensor([1.8415, 1.8415, 1.8415, 1.8415])
"""

import os

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    os.environ["PATH"] = "/nonexistent"
    print(torch.compile(lambda x: x.sin() + 1)(torch.ones(4)))
