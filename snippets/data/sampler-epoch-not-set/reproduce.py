# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Shuffling is on, and nobody says which epoch it is.

$ python reproduce.py
sampler gave 1 different orders in 3 epochs
rank 0 has seen 8 of 16 samples
"""

import sys

from orders import epochs, report

if __name__ == "__main__":
    sys.exit(report(epochs(lambda _sampler, _epoch: None)))
