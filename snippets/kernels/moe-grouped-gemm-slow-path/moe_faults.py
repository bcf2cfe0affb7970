"""Faults injected on request, so that the detector can be seen to fire. None is, or imitates, a vendor's defect."""

import torch
from moe_paths import GroupedProblem, Path

FAULTS = ("none", "repeat", "loop-sync", "wrong")


def subject(problem: GroupedProblem, fault: str, factor: int = 4) -> Path:
    """Return the grouped path of *problem*, with *fault* put in.

    repeat: the right result for *factor* times the work. loop-sync: each row range is read back from the device before
    its product. wrong: the right speed, and one expert's rows 5 % too large.
    """

    def repeat() -> torch.Tensor:
        for _ in range(factor - 1):
            problem.grouped()
        return problem.grouped()

    def loop_sync() -> torch.Tensor:
        start = 0
        for expert in range(len(problem.counts)):
            end = int(problem.ends[expert])
            torch.mm(problem.x[start:end], problem.weights[expert], out=problem.output[start:end])
            start = end
        return problem.output

    def wrong() -> torch.Tensor:
        output = problem.grouped()
        _, start, end = max(problem.spans, key=lambda span: span[2] - span[1])
        output[start:end] *= 1.05
        return output

    return {"none": problem.grouped, "repeat": repeat, "loop-sync": loop_sync, "wrong": wrong}[fault]
