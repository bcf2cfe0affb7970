# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same mistake in a layer without bias takes another kernel, with other words.

$ python reproduce_without_bias.py
Traceback (most recent call last):
...
RuntimeError: expected m1 and m2 to have the same dtype, but got: float != c10::BFloat16
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    head = torch.nn.Linear(8, 4, bias=False).to(torch.bfloat16)
    head(torch.randn(2, 8))
