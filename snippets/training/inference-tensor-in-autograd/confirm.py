# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Which tensor it is, and why some operations pass.

>>> model = Lazy()
>>> with torch.inference_mode():
...     _ = model(torch.ones(4, 8))
>>> {name: t.is_inference() for name, t in vars(model).items() if torch.is_tensor(t)}
{'table': True}
>>> any(p.is_inference() for p in model.parameters())
False

An addition saves neither operand, so it passes; a product of it does not:

>>> weight = torch.ones(4, 8, requires_grad=True)
>>> (weight + model.table).sum().backward()
>>> (weight * model.table).sum()
Traceback (most recent call last):
    ...
RuntimeError: Inference tensors cannot be saved for backward. ...

A copy that is made inside the block is an inference tensor as well, and detach() changes nothing:

>>> with torch.inference_mode():
...     copy = model.table.clone()
>>> copy.is_inference(), model.table.detach().is_inference(), model.table.clone().is_inference()
(True, True, False)

Asking such a tensor for gradients is refused, too:

>>> model.table.requires_grad_()
Traceback (most recent call last):
    ...
RuntimeError: Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.
"""

import torch
from rotary import Lazy

__all__ = ["Lazy", "torch"]
