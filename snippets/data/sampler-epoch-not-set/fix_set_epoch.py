# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Say which epoch it is, before the loader's iterator is made.

$ python fix_set_epoch.py
sampler gave 3 different orders in 3 epochs
rank 0 has seen ... of 16 samples
"""

import sys

from orders import epochs, report

if __name__ == "__main__":
    sys.exit(report(epochs(lambda sampler, epoch: sampler.set_epoch(epoch))))
