# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The largest share with which vLLM starts, rounded down, from the two figures in brackets of its message.

The figures of four reports, which asked for 0.9, 0.9, 0.95 and 0.91:

>>> [largest_share(free, total) for free, total in [(59.32, 79.15), (19.77, 22.05), (30.12, 31.84), (109.53, 121.69)]]
[0.74, 0.89, 0.94, 0.9]

Two engines on a card of 79.15 GiB, each with a context of 0.5 GiB. What may the second one ask for?

>>> second_share(total=79.15, first=0.5, context=0.5)
0.49
>>> second_share(total=79.15, first=0.6, context=0.5)
0.39
"""

import math


def largest_share(free: float, total: float) -> float:
    """Return the largest share in hundredths that is not above what is free."""
    return math.floor(100 * free / total) / 100


def second_share(*, total: float, first: float, context: float) -> float:
    """Return what is left for a second engine, whose own CUDA context exists before the check is made."""
    return largest_share(total * (1 - first) - context, total)
