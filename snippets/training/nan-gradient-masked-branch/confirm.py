# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The mask gives the unused branch a gradient of exactly 0, and the root's infinite slope turns it into nan.

>>> slope(lambda x: x.sqrt())  # at 0 and at 4: infinite, and not yet nan
[inf, 0.25]
>>> slope(lambda x: torch.where(x > 0, x.sqrt(), 0.0))  # 0 * inf
[nan, 0.25]
>>> slope(lambda x: x.sqrt().masked_fill(x == 0, 0.0))  # masking by other means is the same
[nan, 0.25]
>>> slope(lambda x: x.sqrt()[x > 0])  # and so is selecting after the root
[nan, 0.25]
>>> slope(lambda x: torch.where(x > 0, torch.where(x > 0, x, 1.0).sqrt(), 0.0))
[0.0, 0.25]

Some functions of PyTorch guard their own 0:

>>> slope(lambda x: torch.linalg.vector_norm(x[:1]))
[0.0, 0.0]

torch.nan_to_num on the result changes nothing, since the result was never nan:

>>> slope(lambda x: torch.where(x > 0, x.sqrt(), 0.0).nan_to_num())
[nan, 0.25]
"""

from collections.abc import Callable

import torch

torch.set_num_threads(1)


def slope(function: Callable[[torch.Tensor], torch.Tensor]) -> list[float]:
    """Return the derivatives of *function*, summed, at 0 and at 4."""
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    (gradient,) = torch.autograd.grad(function(x).sum(), x)
    return gradient.tolist()
