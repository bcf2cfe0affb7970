# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""The sixteen threads under a limit that was counted for them.

$ python fix_raise_limit.py
multiplied with 16 threads
tasks that were refused: 0
"""

import sys

import torch
from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        torch.set_num_threads(16)
        torch.ones(4000, 400) @ torch.ones(400, 400)
        print("multiplied with", torch.get_num_threads(), "threads")
    else:
        ended = run_limited(__file__, tasks=64)
        print("tasks that were refused:", ended.refused)
        sys.exit(ended.status)
