# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A model in bfloat16 gets features in float32; a linear layer does not promote.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: mat1 and mat2 must have the same dtype, but got Float and BFloat16
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.nn.Linear(8, 8).to(torch.bfloat16)
    features = torch.randn(2, 8)  # what a DataLoader makes of a list of numbers
    model(features)
