# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""mse_loss of [256, 1] against [256] warns once and compares every prediction with every target.

$ python reproduce.py
...UserWarning: Using a target size (torch.Size([256])) that is different to the input size ...
...
explained variance 0.000, predictions 1.70 +- 0.00, loss 9.794
"""

from regression import learn
from torch.nn.functional import mse_loss

if __name__ == "__main__":
    raise SystemExit(learn(mse_loss))
