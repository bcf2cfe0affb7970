# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# timeout = 120
# ///
"""The same loader in a /dev/shm of twice what it prepares: what --shm-size or a volume of medium Memory gives.

$ python fix_larger_shm.py
epoch done
"""

import sys

from samples import BATCH, SAMPLE, train
from small_shm import run_with_shm

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        train(wait_for=9 * BATCH * SAMPLE, num_workers=2, prefetch_factor=4)
    else:
        sys.exit(run_with_shm("128m", __file__))
