# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""As many compute threads as the job has cores, under the same limit.

$ python fix_thread_count.py
multiplied with 2 threads
tasks that were refused: 0
"""

import sys

import torch
from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        torch.set_num_threads(2)  # OMP_NUM_THREADS=2 in the environment does the same, for NumPy's BLAS too
        torch.ones(4000, 400) @ torch.ones(400, 400)
        print("multiplied with", torch.get_num_threads(), "threads")
    else:
        ended = run_limited(__file__, tasks=8)
        print("tasks that were refused:", ended.refused)
        sys.exit(ended.status)
