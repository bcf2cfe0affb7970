# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.12"]
# [tool.faultbook]
# targets = ["cpu", "sm_90", "sm_120"]
# timeout = 600
# ///
"""Is the grouped GEMM of this device's MoE layers as fast as it should be, and right?

Measures grouped_mm against a loop over the experts, a padded bmm and a dense GEMM of equal FLOPs, on the expert layers
of three models from decode to prefill (two tiny layers on a CPU or with --tiny). It compares only what ran on this
device in this run: a large GEMM and a large copy give the ceilings of the roofline.

The verdict is INCORRECT (an expert is off float32 by more than rounding), REGRESSED (below half of the best
alternative), FALLBACK (a loop under grouped_mm's name), SUSPECT (below 0.8 of the best alternative) or ok. The exit
status says only whether it was measured; with --check it is 2, 1, 3, 0 and 0 in that order.

$ python confirm_moe_throughput.py
torch ...
ceilings measured in this run: ... TFLOP/s ... GB/s ...
...
correct against float32 in ...
...verdict ... on ...: grouped_mm runs at ... of ... at worst (...)
"""

import argparse
import sys
from pathlib import Path

import moe_report
import torch
from moe_case import Case, Conditions, measure_cases
from moe_faults import FAULTS
from moe_paths import TOLERANCE
from moe_shapes import MODEL_TOKENS, MODELS, TINY, TINY_TOKENS
from moe_timing import Timer, measure_ceilings
from moe_verdict import worst


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--dtype", default="bfloat16", choices=["bfloat16", "float16", "float32"])
    parser.add_argument("--tiny", action="store_true", help="two tiny layers, as on a CPU")
    parser.add_argument("--only", choices=[shape.name for shape in (*MODELS, *TINY)], help="one expert layer")
    parser.add_argument("--tokens", nargs="*", type=int)
    parser.add_argument("--routing", default="uniform", choices=["uniform", "balanced", "zipf"])
    parser.add_argument("--repeats", type=int, default=50)
    parser.add_argument("--warmup", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true", help="let the exit status be the verdict")
    parser.add_argument("--inject", default="none", choices=FAULTS, help="put a fault in, to see the detector fire")
    parser.add_argument("--json", metavar="PATH", help="write all figures there")
    return parser.parse_args(arguments)


def measure(chosen: argparse.Namespace, conditions: Conditions) -> list[Case]:
    """Measure every case that was asked for, printing each as it is done."""
    tiny = chosen.tiny or conditions.device.type == "cpu"
    shapes = [shape for shape in (*MODELS, *TINY) if shape.name == chosen.only] or (TINY if tiny else MODELS)
    cases = []
    for shape in shapes:
        for tokens in chosen.tokens or (TINY_TOKENS if shape in TINY else MODEL_TOKENS):
            for case in measure_cases(shape, tokens, conditions):
                print(moe_report.line(case), flush=True)
                cases.append(case)
    return cases


def main(arguments: list[str] | None = None) -> int:
    chosen = options(arguments)
    device, dtype = torch.device(chosen.device), getattr(torch, chosen.dtype)
    if device.type == "cpu":
        torch.set_num_threads(1)  # ratios stay steady on a shared machine
    torch.backends.cuda.matmul.allow_tf32 = False
    print(", ".join(f"{name} {value}" for name, value in moe_report.environment(device).items()))
    if chosen.inject != "none":
        print(f"*** fault '{chosen.inject}' INJECTED to test the detector: no vendor's defect ***")
    timer = Timer(device, chosen.repeats, chosen.warmup)
    ceilings = measure_ceilings(timer, dtype)
    print(
        f"ceilings measured in this run: {ceilings.flops / 1e12:.3g} TFLOP/s ({chosen.dtype} GEMM), "
        f"{ceilings.bytes_per_second / 1e9:.3g} GB/s (copy)\n{moe_report.HEAD}"
    )
    conditions = Conditions(device, dtype, timer, ceilings, chosen.routing, chosen.seed, chosen.inject)
    cases = measure(chosen, conditions)
    print("\n".join(moe_report.summary(cases, device, TOLERANCE[dtype])))
    print(moe_report.measures(cases))
    if chosen.json:
        Path(chosen.json).write_text(moe_report.as_json(cases, ceilings, device, chosen.dtype, chosen.inject))
    return worst([case.verdict for case in cases]).exit_status if chosen.check else 0


if __name__ == "__main__":
    sys.exit(main())
