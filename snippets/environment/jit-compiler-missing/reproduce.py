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
"""torch.compile for the CPU on a machine without a C++ compiler; an empty PATH stands for a slim image.

$ python reproduce.py
...
torch._inductor.exc.InductorError: InvalidCxxCompiler: No working C++ compiler found in torch._inductor...
...
"""

import os

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    os.environ["PATH"] = "/nonexistent"
    print(torch.compile(lambda x: x.sin() + 1)(torch.ones(4)))
