# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The epoch is said, and after each of two restarts it is counted from 0 again.

$ python reproduce_resume.py
sampler gave 1 different orders in 3 epochs
rank 0 has seen 8 of 16 samples
"""

import sys

from orders import epochs, report

if __name__ == "__main__":
    since_restart = 0  # each restart happened after one epoch
    sys.exit(report(epochs(lambda sampler, _epoch: sampler.set_epoch(since_restart))))
