# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Every in-place write raises a tensor's version; an op that saves its input does not mind one that saves nothing.

>>> y = torch.sigmoid(torch.zeros(2, requires_grad=True))
>>> y._version
0
>>> _ = y.add_(1.0)
>>> y._version
1

Addition saves neither operand, so writing to its result is allowed and backward still works:

>>> x = torch.ones(2, requires_grad=True)
>>> z = x + 1
>>> _ = z.add_(1.0)
>>> z.sum().backward()
>>> x.grad
tensor([1., 1.])
"""

import torch

torch.set_num_threads(1)
