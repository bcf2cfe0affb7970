"""Compiles a Triton kernel for a named GPU generation, which needs no GPU."""

from __future__ import annotations

from typing import Any

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

__all__ = ["compile_for"]


def compile_for(capability: int, kernel: Any, weights: str) -> int:
    """Compile *kernel*, which reads *weights* and writes float16, for a capability; return the bytes of its cubin."""
    signature = {"weights": f"*{weights}", "out": "*fp16", "BLOCK": "constexpr"}
    source = ASTSource(fn=kernel, signature=signature, constexprs={"BLOCK": 128})
    return len(triton.compile(source, target=GPUTarget("cuda", capability, 32)).asm["cubin"])
