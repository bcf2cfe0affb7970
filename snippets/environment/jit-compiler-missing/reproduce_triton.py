# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# env = {TRITON_CACHE_DIR = "triton-cache", TRITON_LIBCUDA_PATH = "/nonexistent"}
# ///
"""Triton builds the module through which it talks to the CUDA driver, and finds no compiler on an empty PATH.

A machine with a GPU does this at its first kernel; without one the same class is asked for directly.

$ python reproduce_triton.py
Traceback (most recent call last):
...
RuntimeError: Failed to find C compiler. Please specify via CC environment variable or set triton.knobs.build.impl.
"""

import os

from triton.backends.nvidia.driver import CudaUtils

if __name__ == "__main__":
    os.environ["PATH"] = "/nonexistent"
    os.environ.pop("CC", None)
    CudaUtils()
