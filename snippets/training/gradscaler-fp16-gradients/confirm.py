# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Which trained parameters the scaler will refuse, and why it does.

>>> net = model()
>>> [(name, p.dtype) for name, p in net.named_parameters() if p.requires_grad and p.dtype is torch.float16]
[('2.weight', torch.float16), ('2.bias', torch.float16)]

A gradient that the scale had lifted into float16's range falls out of it again when it is divided there:

>>> scaled = torch.tensor(2e-8 * 65536).half()
>>> scaled.float() / 65536, scaled / 65536
(tensor(1.9994e-08), tensor(0., dtype=torch.float16))

Without clipping the same is refused one call later, by step():

>>> optimizer = torch.optim.SGD(net[2].parameters(), lr=0.1)
>>> scaler = torch.amp.GradScaler("cpu")
>>> scaler.scale(net(torch.ones(1, 16).half()).sum()).backward()
>>> scaler.step(optimizer)
Traceback (most recent call last):
    ...
ValueError: Attempting to unscale FP16 gradients.
"""

import torch
from finetune import model

__all__ = ["model", "torch"]
