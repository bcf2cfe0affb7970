# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""And by processes: a DataLoader that starts its workers.

$ python reproduce_worker.py
...
    self.pid = os.fork()
...
BlockingIOError: [Errno 11] Resource temporarily unavailable
"""

import sys

import torch
from limited import run_limited

torch.set_num_threads(1)

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        iter(torch.utils.data.DataLoader(range(64), num_workers=12, multiprocessing_context="fork"))
    else:
        sys.exit(run_limited(__file__, tasks=8).status)
