# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A batched product, as attention written by hand has, speaks of scalar types.

$ python reproduce_batched.py
Traceback (most recent call last):
...
RuntimeError: expected scalar type Float but found BFloat16
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    scores = torch.randn(2, 4, 4).softmax(-1)  # computed in float32
    values = torch.randn(2, 4, 8, dtype=torch.bfloat16)
    torch.bmm(scores, values)
