# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["cpu"]
# timeout = 180
# [tool.faultbook.env]
# TORCHINDUCTOR_CACHE_DIR = "cache"
# TORCHINDUCTOR_COMPILE_THREADS = "1"
# TORCHINDUCTOR_VEC_ISA_OK = "0"
# TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS = "0"
# ///
"""With g++ on PATH the kernel is built and runs; two settings keep the build short.

$ python fix_install_compiler.py
tensor([1.8415, 1.8415, 1.8415, 1.8415])
kernels built: True
"""

from pathlib import Path

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    print(torch.compile(lambda x: x.sin() + 1)(torch.ones(4)))
    print("kernels built:", any(Path("cache").rglob("*.so")))
