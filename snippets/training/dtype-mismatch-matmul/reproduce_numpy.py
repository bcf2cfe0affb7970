# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy>=1.26"]
# ///
"""Features from NumPy are float64, and autocast leaves float64 alone.

$ python reproduce_numpy.py
Traceback (most recent call last):
...
RuntimeError: mat1 and mat2 must have the same dtype, but got Double and BFloat16
"""

import numpy as np
import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.nn.Linear(8, 8)
    features = torch.from_numpy(np.random.default_rng(0).normal(size=(2, 8)))  # float64
    with torch.autocast("cpu", dtype=torch.bfloat16):  # casts the weight, and not a float64 input
        model(features)
