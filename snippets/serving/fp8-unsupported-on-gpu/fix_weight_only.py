# /// script
# requires-python = ">=3.11"
# dependencies = ["triton==3.5.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# env = {TRITON_CACHE_DIR = "triton-cache"}
# ///
"""FP8 as a storage format only: the bytes are read as integers and widened by shifts, which any generation can do.

$ python fix_weight_only.py
254 of 254 numbers widened exactly; sm_75, sm_80 and sm_86 compile
"""

import struct

import triton
import triton.language as tl
from building import compile_for


@triton.jit
def widen(weights, out, BLOCK: tl.constexpr):
    """Move sign, exponent and mantissa to where float16 has them; 2**8 makes up for the other exponent bias."""
    index = tl.arange(0, BLOCK)
    bits = tl.load(weights + index).to(tl.uint16)
    half = ((bits & 0x80) << 8) | ((bits & 0x7F) << 7)
    tl.store(out + index, half.to(tl.float16, bitcast=True) * 256.0)


def shifted(bits: int) -> float:
    """Return what the kernel makes of one byte."""
    half = (bits & 0x80) << 8 | (bits & 0x7F) << 7
    (value,) = struct.unpack("<e", struct.pack("<H", half))
    return value * 256.0


def defined(bits: int) -> float:
    """Return the number that a byte is in E4M3: bias 7, and no infinity."""
    exponent, mantissa = bits >> 3 & 0xF, bits & 0x7
    size = mantissa / 8 * 2.0**-6 if exponent == 0 else (1 + mantissa / 8) * 2.0 ** (exponent - 7)
    return -size if bits & 0x80 else size


if __name__ == "__main__":
    numbers = [bits for bits in range(256) if bits & 0x7F != 0x7F]  # the two that are left out are nan
    exact = sum(shifted(bits) == defined(bits) for bits in numbers)
    for capability in (75, 80, 86):
        compile_for(capability, widen, weights="u8")
    print(f"{exact} of {len(numbers)} numbers widened exactly; sm_75, sm_80 and sm_86 compile")
