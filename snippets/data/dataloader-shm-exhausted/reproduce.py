# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.10"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# timeout = 120
# ///
"""Two workers prepare four batches of 8 MiB each ahead, in a /dev/shm of 32 MiB.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: unable to allocate shared memory(shm) for file </torch_...>: ...
"""

import sys

from samples import BATCH, SAMPLE, train
from small_shm import run_with_shm

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        train(wait_for=9 * BATCH * SAMPLE, num_workers=2, prefetch_factor=4)
    else:
        sys.exit(run_with_shm("32m", __file__))
