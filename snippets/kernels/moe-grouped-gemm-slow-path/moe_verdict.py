"""Figures to a verdict. Every limit compares two figures of the same device and run; none is a stored baseline."""

import enum

REGRESSED_BELOW = 0.5
"""The alternative is a few lines of user code on the same device; reported faults lie at 0.12 to 0.60."""
SUSPECT_BELOW = 0.8
"""Healthy backends were reported within 0.89 to 0.97 of each other, changed defaults at 0.7 to 0.81."""


class Verdict(enum.StrEnum):
    """What a case shows, worst first."""

    INCORRECT = "INCORRECT"
    REGRESSED = "REGRESSED"
    FALLBACK = "FALLBACK"
    SUSPECT = "SUSPECT"
    OK = "ok"

    @property
    def exit_status(self) -> int:
        """The status of --check: a slow path that still keeps up is told from one that does not."""
        return {Verdict.INCORRECT: 2, Verdict.REGRESSED: 1, Verdict.FALLBACK: 3}.get(self, 0)


def judge(error: float, tolerance: float, speed: float, *, fell_back: bool) -> Verdict:
    """Return the verdict on one case.

    *speed* is the grouped path's over the best alternative's. *fell_back* needs a look of its own: when the grouped
    path is the loop, it keeps up with the loop and no ratio can show it.
    """
    if not error <= tolerance:
        return Verdict.INCORRECT
    if speed < REGRESSED_BELOW:
        return Verdict.REGRESSED
    if fell_back:
        return Verdict.FALLBACK
    return Verdict.SUSPECT if speed < SUSPECT_BELOW else Verdict.OK


def worst(verdicts: list[Verdict]) -> Verdict:
    """Return the worst of *verdicts*."""
    return min(verdicts, key=list(Verdict).index)
