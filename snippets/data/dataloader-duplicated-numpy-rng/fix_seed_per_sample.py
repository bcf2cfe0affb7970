# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""Keep no generator: make one for each sample, from a number that torch draws.

$ python fix_seed_per_sample.py
augmentation drew 16 different values for 16 samples
"""

import sys

import numpy as np
import torch
from crops import Crops, different, report


class FreshCrops(Crops):
    """The same images; nothing random is kept between them."""

    def __getitem__(self, index: int) -> int:
        """Return the place of the crop."""
        rng = np.random.default_rng(int(torch.randint(1 << 62, ())))
        return int(rng.integers(1 << 30))


if __name__ == "__main__":
    sys.exit(report(different(FreshCrops())))
