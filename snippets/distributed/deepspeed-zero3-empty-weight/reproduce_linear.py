# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A linear layer of such a model says it otherwise.

$ python reproduce_linear.py
...
...RuntimeError: mat2 must be a matrix, got 1-D tensor
"""

import torch
from zero3 import partitioned

if __name__ == "__main__":
    partitioned().mix(torch.ones(2, 8))
