# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.12"]
# [tool.faultbook]
# targets = ["cpu", "sm_120"]
# env = {TORCH_CPP_LOG_LEVEL = "INFO"}
# ///
"""F.grouped_mm runs one matrix product per expert: right results, no warning, a line that only INFO logging shows.

$ python reproduce_grouped_mm_fallback.py
...fallback path for `torch._grouped_mm`, performance may not be optimal
...
one MoE projection over 16 experts made 16 matrix-product calls
"""

import sys

import torch
from moe_dispatch import count_products
from torch.nn.functional import grouped_mm

EXPERTS, HIDDEN, INTERMEDIATE = 16, 256, 512


def main() -> int:
    torch.manual_seed(0)
    torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
    rows_of_expert = torch.tensor([4, 0, 9, 3] * (EXPERTS // 4))
    x = torch.randn(int(rows_of_expert.sum()), HIDDEN, dtype=torch.bfloat16)  # sorted by expert
    weights = torch.randn(EXPERTS, INTERMEDIATE, HIDDEN, dtype=torch.bfloat16)  # as nn.Linear stores them
    ends = rows_of_expert.cumsum(0).to(torch.int32)

    # The fused kernel makes no aten::mm call at all; the fallback makes one for each expert, idle ones included.
    calls = count_products(lambda: grouped_mm(x, weights.transpose(-2, -1), offs=ends))
    print(f"one MoE projection over {EXPERTS} experts made {calls} matrix-product calls")
    return int(calls >= EXPERTS)


if __name__ == "__main__":
    sys.exit(main())
