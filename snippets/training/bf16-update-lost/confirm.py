# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What a step must be to arrive in a bfloat16 weight: about 1/512 of it, or the nearest number is still the old one.

>>> one = torch.tensor(1.0, dtype=torch.bfloat16)
>>> one - 0.0015, one - 0.0025
(tensor(1., dtype=torch.bfloat16), tensor(0.9961, dtype=torch.bfloat16))

The same step arrives in a small weight and is lost in a large one, so layers learn at different rates:

>>> [bool((w - 1e-4) != w) for w in torch.tensor([0.02, 0.05, 0.2, 1.0], dtype=torch.bfloat16)]
[True, False, False, False]

A tenth of the rate loses nearly all of it, and ten times the rate nothing:

>>> [round(kept(rate), 2) for rate in (1e-5, 1e-4, 1e-3)]
[0.03, 0.24, 1.0]

Weight decay of 0.1 at a rate of 1e-4 takes 1e-5 of a weight, which never arrives, and neither does an average:

>>> weights = torch.randn(10000, generator=torch.Generator().manual_seed(0)).bfloat16()
>>> bool(torch.equal(weights * (1 - 1e-5), weights))
True
>>> average = torch.zeros(1, dtype=torch.bfloat16)
>>> for _ in range(10000):
...     _ = average.mul_(0.999).add_(0.001)
>>> round(average.item(), 2)  # of a value that is always 1
0.5
"""

import torch
from finetune import tune

torch.set_num_threads(1)


def kept(rate: float) -> float:
    """Return the share of what float32 weights move that bfloat16 weights move."""
    (moved, _), (meant, _) = (tune(dtype, rate=rate) for dtype in (torch.bfloat16, torch.float32))
    return moved / meant
