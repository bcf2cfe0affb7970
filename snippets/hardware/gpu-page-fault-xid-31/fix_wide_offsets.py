# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same product with the row widened to 64 bits before it is multiplied: the offset stays inside the tensor.

$ python fix_wide_offsets.py
row 524288: offset 2147483648
row 600000: offset 2457600000, inside a tensor of 2460000256 elements
"""

import torch

COLUMNS = 4096


def offset(row: int) -> int:
    """Widen first, as `row.to(tl.int64) * stride` does in Triton; widening the product would come too late."""
    return int(torch.tensor([row], dtype=torch.int32).to(torch.int64) * COLUMNS)


if __name__ == "__main__":
    tensor = torch.empty(600_586, COLUMNS, dtype=torch.bfloat16, device="meta")
    print(f"row 524288: offset {offset(524288)}")
    assert 0 <= offset(600_000) < tensor.numel()
    print(f"row 600000: offset {offset(600_000)}, inside a tensor of {tensor.numel()} elements")
