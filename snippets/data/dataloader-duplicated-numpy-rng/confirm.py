# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""Which source of random numbers repeats? Only the one that torch does not know of.

$ python confirm.py
a generator of the data set: 4 of 16
the same, with persistent_workers: 8 of 16
np.random of the process: 16 of 16
torch.randint: 16 of 16
"""

import numpy as np
import torch
from crops import Crops, different


class GlobalCrops(Crops):
    """The same with NumPy's global state."""

    def __getitem__(self, index: int) -> int:
        """Return the place of the crop."""
        return int(np.random.randint(1 << 30))  # noqa: NPY002


class TorchCrops(Crops):
    """The same with torch's."""

    def __getitem__(self, index: int) -> int:
        """Return the place of the crop."""
        return int(torch.randint(1 << 30, ()))


if __name__ == "__main__":
    print("a generator of the data set:", different(Crops()), "of 16")
    print("the same, with persistent_workers:", different(Crops(), persistent_workers=True), "of 16")
    print("np.random of the process:", different(GlobalCrops()), "of 16")
    print("torch.randint:", different(TorchCrops()), "of 16")
