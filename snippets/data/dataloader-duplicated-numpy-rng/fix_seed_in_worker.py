# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""Give each worker a generator of its own, from the seed that torch drew for it in this epoch.

$ python fix_seed_in_worker.py
augmentation drew 16 different values for 16 samples
"""

import sys

import numpy as np
import torch
from crops import Crops, different, report


def seed_generator(_: int) -> None:
    """Replace the copy of the data set's generator."""
    info = torch.utils.data.get_worker_info()
    info.dataset.rng = np.random.default_rng(info.seed)


if __name__ == "__main__":
    sys.exit(report(different(Crops(), worker_init_fn=seed_generator)))
