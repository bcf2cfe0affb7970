# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.4.0"]
# [tool.faultbook]
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""Triton 3.4 compiles an FP8 tl.dot for sm_120 to FP16 tensor-core instructions of half the work. Needs no GPU.

$ python reproduce_fp8_codegen.py
triton 3.4.0
sm_89: 16 x mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32, 4096 multiply-adds each
sm_120a: 32 x mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32, 2048 multiply-adds each
FP8 tl.dot compiled for sm_120: 0 of 32 tensor-core instructions take FP8 operands
"""

from codegen import report

if __name__ == "__main__":
    raise SystemExit(report())
