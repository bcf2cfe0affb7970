# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A softmax over nothing is 0 / 0, and one nan among the values spoils every row that reads them, even with weight 0.

>>> torch.full((3,), float("-inf")).softmax(0)
tensor([nan, nan, nan])
>>> torch.tensor([1.0, 0.0]) @ torch.tensor([2.0, float("nan")])
tensor(nan)

Which rows of a mask may see no key:

>>> (~ALLOWED.any(dim=-1)).nonzero().tolist()
[[1, 0], [1, 1]]

The lowest finite number must be put in, not added: twice is -inf, and in float16 once is, for a score below -16.

>>> lowest = torch.tensor(torch.finfo(torch.bfloat16).min, dtype=torch.bfloat16)
>>> lowest + lowest
tensor(-inf, dtype=torch.bfloat16)
>>> torch.tensor(-20.0, dtype=torch.float16) + torch.finfo(torch.float16).min
tensor(-inf, dtype=torch.float16)

Leaving the padded rows out of the loss keeps the loss finite and its gradient nan:

>>> x = torch.randn(2, 4, 8, requires_grad=True)
>>> output = (x @ x.transpose(1, 2)).masked_fill(~ALLOWED, float("-inf")).softmax(-1) @ x
>>> loss = output[REAL].square().mean()
>>> loss.backward()
>>> bool(loss.isfinite()), int(x.grad.isnan().any(dim=-1).sum())
(True, 4)

nn.MultiheadAttention guards such rows on one of its paths only, training without weights:

>>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
>>> sequence, padding = torch.randn(1, 4, 8), torch.ones(1, 4, dtype=torch.bool)
>>> for training, weights in ((True, True), (True, False), (False, False)):
...     with torch.set_grad_enabled(training):
...         output, _ = attention.train(training)(*[sequence] * 3, key_padding_mask=padding, need_weights=weights)
...     print(f"train({training}), need_weights={weights}: nan {bool(output.isnan().any())}")
train(True), need_weights=True: nan True
train(True), need_weights=False: nan False
train(False), need_weights=False: nan True
"""

import torch
from layers import ALLOWED, REAL

__all__ = ["ALLOWED", "REAL", "torch"]
