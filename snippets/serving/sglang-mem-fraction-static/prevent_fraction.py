# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Above which --mem-fraction-static is anything left for SGLang's KV pool? The figures are those of its log:
the "avail mem" of "Load weight begin" is what was free before the weights, that of "Load weight end" what is left.

A 4-bit 27B model on a card of 24 GB, and DeepSeek-V4-Pro on H200s, whose log said 0.9113:

>>> round(lowest_fraction(before=23.10, after=1.91), 4)
0.9173
>>> round(lowest_fraction(before=137.90, after=12.25), 4)
0.9112

What the pool gets at a fraction, in GB. At 0.88 nothing, at 0.92 little more:

>>> [round(pool(before=137.90, after=12.25, fraction=fraction), 1) for fraction in (0.88, 0.92, 0.95)]
[-4.3, 1.2, 5.4]

What is kept out of the pool shrinks at the same time, and prefill and graphs have to live in it:

>>> [round(kept(before=137.90, fraction=fraction), 1) for fraction in (0.88, 0.92, 0.95)]
[16.5, 11.0, 6.9]
"""


def kept(*, before: float, fraction: float) -> float:
    """Return the memory that stays out of weights and pool."""
    return before * (1 - fraction)


def pool(*, before: float, after: float, fraction: float) -> float:
    """Return what is left for keys and values once *kept* has been set aside."""
    return after - kept(before=before, fraction=fraction)


def lowest_fraction(*, before: float, after: float) -> float:
    """Return the fraction at which the pool is exactly empty."""
    return 1 - after / before
