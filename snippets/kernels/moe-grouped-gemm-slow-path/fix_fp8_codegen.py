# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""Triton 3.5 compiles the same FP8 tl.dot for sm_120 to FP8 tensor-core instructions, as for sm_89. Needs no GPU.

$ python fix_fp8_codegen.py
triton 3.5.0
sm_89: 16 x mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32, 4096 multiply-adds each
sm_120a: 16 x mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32, 4096 multiply-adds each
FP8 tl.dot compiled for sm_120: 16 of 16 tensor-core instructions take FP8 operands
"""

from codegen import report

if __name__ == "__main__":
    raise SystemExit(report())
