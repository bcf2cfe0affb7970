# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy>=1.26"]
# ///
"""A best score that NumPy computed: one scalar in the checkpoint is enough.

$ python reproduce_numpy_scalar.py
Traceback (most recent call last):
...
_pickle.UnpicklingError: Weights only load failed. This file can still be loaded, to do so you have two options, ...
...WeightsUnpickler error: Unsupported global: GLOBAL numpy....multiarray.scalar was not an allowed global ...
...
"""

import numpy as np
import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    scores = np.array([0.61, 0.67])
    torch.save({"model": torch.nn.Linear(2, 2).state_dict(), "best": scores.max()}, "last.pt")
    torch.load("last.pt")
