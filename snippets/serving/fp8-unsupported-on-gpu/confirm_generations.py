# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""The same kernel for seven targets: the format begins with Ada, 8.9.

$ python confirm_generations.py
sm_75 refused
sm_80 refused
sm_86 refused
sm_89 compiles
sm_90 compiles
sm_100 compiles
sm_120 compiles
"""

import triton
import triton.language as tl
from building import compile_for
from triton.compiler.errors import CompilationError


@triton.jit
def dequantise(weights, out, BLOCK: tl.constexpr):
    """Widen FP8 weights to float16, with the type's own conversion."""
    index = tl.arange(0, BLOCK)
    tl.store(out + index, tl.load(weights + index).to(tl.float16))


if __name__ == "__main__":
    for capability in (75, 80, 86, 89, 90, 100, 120):
        try:
            compile_for(capability, dequantise, weights="fp8e4nv")
        except CompilationError:
            print(f"sm_{capability} refused")
        else:
            print(f"sm_{capability} compiles")
