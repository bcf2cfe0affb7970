# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Clear before each backward.

$ python fix_zero_grad.py
applied gradient off by 0.00 at step 1, 0.00 later; loss 9.815, at the end up to 0.003
"""

import torch
from regression import train

if __name__ == "__main__":
    raise SystemExit(train(torch.optim.Optimizer.zero_grad))
