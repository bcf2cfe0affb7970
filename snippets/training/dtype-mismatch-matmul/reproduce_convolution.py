# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A convolution compares its input with its weight and bias before it starts.

$ python reproduce_convolution.py
Traceback (most recent call last):
...
RuntimeError: Input type (float) and bias type (c10::BFloat16) should be the same
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    stem = torch.nn.Conv1d(4, 8, kernel_size=3).to(torch.bfloat16)
    stem(torch.randn(2, 4, 16))
