# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# timeout = 120
# ///
"""A worker keeps every sample that it read; the job's memory limit is reached, and the kernel takes the worker.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: DataLoader worker (pid ...) is killed by signal: Killed...
"""

import sys

from limited import run_limited
from samples import train

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        train(keep=64)  # 1 GiB by the end of the epoch
    else:
        sys.exit(run_limited(__file__))
