"""One case: correctness, dispatch, times of all paths, roofline fractions, verdict."""

import dataclasses
from collections.abc import Iterator, Mapping

import torch
from moe_dispatch import LOOP, Dispatch, inspect_dispatch
from moe_faults import subject
from moe_paths import TOLERANCE, GroupedProblem
from moe_shapes import Shape, route
from moe_timing import Ceilings, Timer, Timing
from moe_verdict import Verdict, judge


@dataclasses.dataclass(frozen=True, slots=True)
class Conditions:
    """What all cases of a run share."""

    device: torch.device
    dtype: torch.dtype
    timer: Timer
    ceilings: Ceilings
    routing: str = "uniform"
    seed: int = 0
    fault: str = "none"


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """The figures of one projection of one expert layer at one number of tokens."""

    shape: str
    tokens: int
    projection: str
    rows: int
    active_experts: int
    bound: str
    least_seconds: Mapping[str, float]
    """The roofline's time for each path; the dense GEMM reads one weight matrix and has its own."""
    timings: Mapping[str, Timing]
    rival: str
    error: float
    dispatch: Dispatch
    verdict: Verdict

    @property
    def name(self) -> str:
        return f"{self.shape}, {self.tokens} tokens, {self.projection}"

    @property
    def speed(self) -> float:
        """The grouped path's speed as a share of its rival's."""
        return self.timings[self.rival].median / self.timings["grouped"].median

    def roofline_fraction(self, path: str) -> float:
        return self.least_seconds[path] / self.timings[path].median


def measure_cases(shape: Shape, tokens: int, conditions: Conditions) -> Iterator[Case]:
    """Yield the case of each projection of *shape*."""
    counts = route(shape, tokens, conditions.routing, conditions.seed)
    for projection, (k, n) in shape.projections.items():
        problem = GroupedProblem(counts, k, n, device=conditions.device, dtype=conditions.dtype, seed=conditions.seed)
        yield measure_case(shape.name, tokens, projection, problem, conditions)


def measure_case(shape: str, tokens: int, projection: str, problem: GroupedProblem, conditions: Conditions) -> Case:
    """Measure *problem* and judge its grouped path."""
    on_gpu = conditions.device.type == "cuda"
    grouped = subject(problem, conditions.fault)
    error = problem.worst_error(grouped())
    dispatch = inspect_dispatch(grouped, conditions.device, len(problem.spans))
    paths = {"grouped": grouped, "loop": problem.loop, "padded bmm": problem.padded_bmm(), "dense": problem.dense}
    timings = conditions.timer.measure({name: path for name, path in paths.items() if path is not None})
    # No CPU build of PyTorch has a fused kernel to fall back from: there the loop is what grouped must keep up with.
    rivals = [name for name in ("loop", "padded bmm") if name in timings] if on_gpu else ["loop"]
    rival = min(rivals, key=lambda name: timings[name].median)
    speed = timings[rival].median / timings["grouped"].median
    fell_back = on_gpu and dispatch.kind == LOOP
    verdict = judge(error, TOLERANCE[conditions.dtype], speed, fell_back=fell_back)
    ceilings = conditions.ceilings
    work, traffic = problem.flops, problem.bytes_moved(len(problem.spans))
    least = dict.fromkeys(timings, ceilings.least_seconds(work, traffic))
    least["dense"] = ceilings.least_seconds(work, problem.bytes_moved(1))
    return Case(
        shape=shape,
        tokens=tokens,
        projection=projection,
        rows=problem.rows,
        active_experts=len(problem.spans),
        bound=ceilings.bound(work, traffic),
        least_seconds=least,
        timings=timings,
        rival=rival,
        error=error,
        dispatch=dispatch,
        verdict=verdict,
    )
