# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# timeout = 120
# ///
"""The same 32 MiB, with one batch ahead instead of eight.

$ python fix_fewer_in_flight.py
epoch done
"""

import sys

from samples import BATCH, SAMPLE, train
from small_shm import run_with_shm

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        train(wait_for=2 * BATCH * SAMPLE, num_workers=1, prefetch_factor=1)
    else:
        sys.exit(run_with_shm("32m", __file__))
