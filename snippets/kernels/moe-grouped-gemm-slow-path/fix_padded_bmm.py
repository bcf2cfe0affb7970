# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.12"]
# [tool.faultbook]
# targets = ["cpu", "sm_120"]
# ///
"""Pad each expert's rows to the longest expert's and multiply all at once: the loop's results from one bmm.

$ python fix_padded_bmm.py
...every expert agrees with the loop in float32
...one MoE projection over 16 experts made 1 matrix-product calls
bmm with its padding takes ... of grouped_mm's time
"""

import json
import sys

import torch
from moe_dispatch import count_products
from moe_paths import TOLERANCE, GroupedProblem
from moe_timing import Timer

EXPERTS, HIDDEN, INTERMEDIATE = 16, 256, 512


def padded_bmm(x: torch.Tensor, weights: torch.Tensor, rows_of_expert: torch.Tensor, longest: int) -> torch.Tensor:
    """Return each row of *x*, sorted by expert, times its expert's weights (experts, K, N).

    *longest* is a bound known to the host, so that nothing waits for the device: the router's capacity, or the
    largest count where it is on the host anyway.
    """
    experts = len(rows_of_expert)
    expert = torch.arange(experts, device=x.device).repeat_interleave(rows_of_expert, output_size=len(x))
    first_row = rows_of_expert.cumsum(0) - rows_of_expert
    place = torch.arange(len(x), device=x.device) - first_row[expert]
    padded = x.new_zeros(experts, longest, x.shape[1])
    padded[expert, place] = x
    return torch.bmm(padded, weights)[expert, place]


def main() -> int:
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    counts = (4, 0, 9, 3) * (EXPERTS // 4)
    problem = GroupedProblem(counts, HIDDEN, INTERMEDIATE, device=device, dtype=torch.bfloat16)
    rows_of_expert = torch.tensor(counts, device=device)

    def fixed() -> torch.Tensor:
        return padded_bmm(problem.x, problem.weights, rows_of_expert, max(counts))

    assert problem.worst_error(fixed()) < TOLERANCE[torch.bfloat16]
    print("every expert agrees with the loop in float32")
    calls = count_products(fixed)
    print(f"one MoE projection over {EXPERTS} experts made {calls} matrix-product calls")

    times = Timer(device, repeats=50, warmup=10).measure({"grouped_mm": problem.grouped, "padded bmm": fixed})
    share = times["padded bmm"].median / times["grouped_mm"].median
    print(f"bmm with its padding takes {share:.2f} of grouped_mm's time")
    label = f"{EXPERTS} experts, {problem.rows} rows"
    figures = [
        {"label": label, "value": round(timing.median * 1e6, 1), "unit": "µs", "series": name}
        for name, timing in times.items()
    ]
    print(f"faultbook-measures: {json.dumps({'figures': figures})}")
    return int(calls >= EXPERTS or (device.type == "cuda" and share >= 1))


if __name__ == "__main__":
    sys.exit(main())
