# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""A kernel that reads FP8 weights, built for an A100 as Triton builds it there.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError("type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')")
"""

import triton
import triton.language as tl
from building import compile_for


@triton.jit
def dequantise(weights, out, BLOCK: tl.constexpr):
    """Widen FP8 weights to float16, with the type's own conversion."""
    index = tl.arange(0, BLOCK)
    tl.store(out + index, tl.load(weights + index).to(tl.float16))


if __name__ == "__main__":
    compile_for(80, dequantise, weights="fp8e4nv")
