# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# timeout = 120
# ///
"""The same epoch under the same limit, with a cache that has a bound.

$ python fix_bounded_cache.py
epoch done
"""

import sys

from limited import run_limited
from samples import train

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        train(keep=8)
    else:
        sys.exit(run_limited(__file__))
