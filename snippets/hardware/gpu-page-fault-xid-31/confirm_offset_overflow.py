# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""From which row on does a kernel that multiplies 32-bit numbers leave a tensor of this width?

$ python confirm_offset_overflow.py
row 524287: offset 2147479552
row 524288: offset -2147483648, which lies 4 GiB before a bfloat16 tensor
"""

import torch

COLUMNS = 4096


def offset_in_32_bits(row: int) -> int:
    """Multiply as a kernel does whose row index and stride are both int32: the product is int32 as well."""
    return int(torch.tensor([row], dtype=torch.int32) * COLUMNS)


if __name__ == "__main__":
    last = (2**31 - 1) // COLUMNS
    print(f"row {last}: offset {offset_in_32_bits(last)}")
    wrong = offset_in_32_bits(last + 1)
    print(f"row {last + 1}: offset {wrong}, which lies {-wrong * 2 >> 30} GiB before a bfloat16 tensor")
