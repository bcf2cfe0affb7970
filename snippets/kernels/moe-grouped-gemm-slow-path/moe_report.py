"""Cases as lines for a reader, as JSON, and as the figures of a chart."""

import dataclasses
import itertools
import json
import platform
from collections.abc import Iterable

import torch
from moe_case import Case
from moe_dispatch import LOOP
from moe_timing import Ceilings
from moe_verdict import Verdict, worst

PATHS = ("grouped", "loop", "padded bmm", "dense")
HEAD = (
    f"{'case':36} {'rows':>6} {'experts':>7}  "
    + " ".join(f"{path:>10}" for path in PATHS)
    + f"  µs  {'roofline':>8} {'bound':7} {'vs rival':>8}  dispatch; verdict"
)


def environment(device: torch.device) -> dict[str, object]:
    """Return what the figures depend on."""
    found: dict[str, object] = {"torch": torch.__version__, "cuda": torch.version.cuda}
    found["python"] = platform.python_version()
    if device.type == "cuda":
        properties = torch.cuda.get_device_properties(device)
        target, built = f"sm_{properties.major}{properties.minor}", torch.cuda.get_arch_list()
        native = any(name.rstrip("af") == target for name in built)
        return found | {"device": properties.name, "target": target, "native_build": native, "built_for": built}
    return found | {"device": "cpu", "threads": torch.get_num_threads()}


def line(case: Case) -> str:
    """Return one case as a line of the table that HEAD begins."""
    times = " ".join(
        f"{case.timings[path].median * 1e6:10.1f}" if path in case.timings else f"{'-':>10}" for path in PATHS
    )
    return (
        f"{case.name:36} {case.rows:6} {case.active_experts:7}  {times}      "
        f"{case.roofline_fraction('grouped'):8.1%} {case.bound:7} {case.speed:7.2f}x  {case.dispatch}; {case.verdict}"
    )


def layers(cases: Iterable[Case]) -> dict[str, list[Case]]:
    """Return the cases by expert layer and number of tokens; each holds the layer's projections."""
    grouped = itertools.groupby(cases, key=lambda case: f"{case.shape}, {case.tokens} tokens")
    return {name: list(members) for name, members in grouped}


def summary(cases: list[Case], device: torch.device, tolerance: float) -> list[str]:
    """Return the closing lines; the last is the verdict."""
    lines = [
        f"{name}: {members[0].tokens / sum(case.timings['grouped'].median for case in members):,.0f} tokens/s"
        for name, members in layers(cases).items()
    ]
    correct = sum(case.error <= tolerance for case in cases)
    loops = sum(case.dispatch.kind == LOOP for case in cases)
    slowest = min(cases, key=lambda case: case.speed)
    lines.append(f"correct against float32 in {correct} of {len(cases)} cases, per-expert loop in {loops}")
    if device.type == "cpu":
        lines.append("on a CPU grouped_mm is always the per-expert loop; it is judged against that loop only")
    verdict = worst([case.verdict for case in cases])
    lines.append(
        f"verdict {verdict} on {device.type}: grouped_mm runs at {slowest.speed:.2f} of {slowest.rival} at worst "
        f"({slowest.name})"
    )
    return lines


def measures(cases: list[Case]) -> str:
    """Return the line that the book's runner stores: each layer's share of the roofline by path."""
    figures = [
        {
            "label": name,
            "value": round(100 * _share(members, path), 1),
            "unit": "% of the roofline",
            "series": path,
        }
        for name, members in layers(cases).items()
        for path in PATHS
        if all(path in case.timings for case in members)
    ]
    return f"faultbook-measures: {json.dumps({'figures': figures})}"


def _share(members: list[Case], path: str) -> float:
    least = sum(case.least_seconds[path] for case in members)
    return least / sum(case.timings[path].median for case in members)


def as_json(cases: list[Case], ceilings: Ceilings, device: torch.device, dtype: str, fault: str) -> str:
    """Return all figures, with what they depend on."""
    document = {
        "environment": environment(device),
        "dtype": dtype,
        "injected_fault": fault,
        "ceilings": dataclasses.asdict(ceilings),
        "verdict": worst([case.verdict for case in cases]) if cases else Verdict.OK,
        "cases": [
            dataclasses.asdict(case)
            | {"speed": case.speed, "roofline": {path: case.roofline_fraction(path) for path in case.timings}}
            for case in cases
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False)
