# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Sixteen compute threads, as on a host of sixteen cores, in a group that may hold eight tasks.

$ python reproduce.py
...libgomp: Thread creation failed: Resource temporarily unavailable
...
"""

import sys

import torch
from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        torch.set_num_threads(16)
        torch.ones(4000, 400) @ torch.ones(400, 400)
    else:
        ended = run_limited(__file__, tasks=8)
        print("tasks that were refused: some" if ended.refused else "none was refused")
        sys.exit(ended.status != 0)
