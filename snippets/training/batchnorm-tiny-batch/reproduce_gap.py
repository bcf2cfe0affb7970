# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Batches of two raise nothing: the network that was trained and the one that is evaluated are two functions.

$ python reproduce_gap.py
same samples: loss 0.564 in training mode, 0.241 in evaluation mode, ratio 2.34
"""

from gap import report, two_modes
from torch import nn

if __name__ == "__main__":
    raise SystemExit(report(*two_modes(lambda: nn.BatchNorm1d(32))))
