# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["cpu"]
# timeout = 180
# [tool.faultbook.env]
# TORCHINDUCTOR_CACHE_DIR = "cache"
# TORCHINDUCTOR_COMPILE_THREADS = "1"
# ///
"""Without a compiler: the same program with compilation switched off from outside.

$ python fix_eager.py
tensor([1.8415, 1.8415, 1.8415, 1.8415])
"""

import os

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    os.environ["PATH"] = "/nonexistent"
    torch.compiler.set_stance("force_eager")  # or TORCH_COMPILE_DISABLE=1 in the environment
    print(torch.compile(lambda x: x.sin() + 1)(torch.ones(4)))
