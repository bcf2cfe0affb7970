"""What Triton turns an FP8 ``tl.dot`` into: compiles for a target without a GPU and reads the PTX."""

import dataclasses
import re
from collections import Counter

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGETS = (89, 120)
"""Compute capabilities 8.9 (Ada) and 12.0 (GeForce RTX 50, RTX PRO Blackwell): both have FP8 tensor cores."""

_TILE = {"M": 64, "N": 64, "K": 256, "BLOCK": 64}
_INSTRUCTION = re.compile(r"\b(?:mma\.sync|wgmma\.mma_async|tcgen05\.mma)[\w.:]*")
_SHAPE = re.compile(r"\.m(\d+)n(\d+)k(\d+)")
_FP8 = re.compile(r"\.e4m3\.e4m3\b|\.kind::(?:mx)?f8f6f4\b")


@triton.jit
def fp8_matmul(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, BLOCK: tl.constexpr):
    """Multiply one tile, as the inner loop of a fused MoE kernel does."""
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BLOCK)
    total = tl.zeros((M, N), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :])
        right = tl.load(b + (start + k)[:, None] + n[None, :] * K)
        total = tl.dot(left, right, total)
    tl.store(c + m[:, None] * N + n[None, :], total)


@dataclasses.dataclass(frozen=True, slots=True)
class TensorCoreUse:
    """The tensor-core instructions of one compiled kernel, most frequent first."""

    target: str
    instructions: Counter[str]

    @property
    def total(self) -> int:
        return self.instructions.total()

    @property
    def fp8(self) -> int:
        return sum(count for name, count in self.instructions.items() if _FP8.search(name))

    def __str__(self) -> str:
        return "; ".join(
            f"{self.target}: {count} x {name}, {multiply_adds(name)} multiply-adds each"
            for name, count in self.instructions.most_common()
        )


def multiply_adds(instruction: str) -> int:
    """Return the work of one instruction, read from its shape: m16n8k32 is 16 x 8 x 32."""
    m, n, k = map(int, _SHAPE.search(instruction).groups())
    return m * n * k


def compile_for(capability: int) -> TensorCoreUse:
    """Compile the kernel on e4m3 operands for *capability* (120 is 12.0) and count what its PTX holds."""
    signature = {"a": "*fp8e4nv", "b": "*fp8e4nv", "c": "*fp32", **dict.fromkeys(_TILE, "constexpr")}
    source = ASTSource(fn=fp8_matmul, signature=signature, constexprs=_TILE)
    ptx = triton.compile(source, target=GPUTarget("cuda", capability, 32)).asm["ptx"]
    return TensorCoreUse(re.search(r"\.target (\w+)", ptx)[1], Counter(_INSTRUCTION.findall(ptx)))


def report() -> int:
    """Print what each target gets; return 1 when an FP8 product on sm_120 does not run as FP8."""
    print(f"triton {triton.__version__}")
    for capability in TARGETS:
        use = compile_for(capability)
        print(use)
    print(f"FP8 tl.dot compiled for sm_120: {use.fp8} of {use.total} tensor-core instructions take FP8 operands")
    return int(use.fp8 < use.total)
