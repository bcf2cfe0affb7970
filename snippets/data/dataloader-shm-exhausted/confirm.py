# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# timeout = 120
# ///
"""What the loader holds in /dev/shm, where it has room: workers times prefetch_factor batches, and those in use.

$ python confirm.py
epoch done
prepared ahead: 2 x 4 batches of 8 MiB = 64 MiB
peak above that: True
peak below 11 batches: True
"""

import sys

from samples import BATCH, SAMPLE, MiB, train
from small_shm import run_with_shm

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        batch = BATCH * SAMPLE
        peak = train(wait_for=9 * batch, num_workers=2, prefetch_factor=4)  # one is in use
        print(f"prepared ahead: 2 x 4 batches of {batch // MiB} MiB = {8 * batch // MiB} MiB")
        print("peak above that:", peak > 8 * batch)
        print("peak below 11 batches:", peak < 11 * batch)
    else:
        sys.exit(run_with_shm("512m", __file__))
