# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""Triton 3.4 compiles an FP8 ``tl.dot`` for sm_120 to FP16 tensor-core instructions; sm_89 gets FP8 ones. No GPU needed.

$ python fix_fp8_codegen.py
"""

from codegen import report

if __name__ == "__main__":
    raise SystemExit(report())
