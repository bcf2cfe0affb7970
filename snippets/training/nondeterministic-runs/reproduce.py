# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy>=1.26"]
# ///
"""torch.manual_seed alone: initialisation, dropout and order repeat, and the NumPy augmentation does not.

$ python reproduce.py
two runs are ... apart at step 1 and ... at most over 8 steps
"""

import torch
from training import compare


def prepare() -> torch.Generator:
    """Seed one library of three."""
    torch.manual_seed(0)
    return torch.Generator().manual_seed(0)


if __name__ == "__main__":
    raise SystemExit(compare(prepare))
