# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""How many compute threads does torch take by itself? As many as it may run on by affinity; a quota of time counts not.

A quota is what docker --cpus and a limit of CPU in Kubernetes set; an affinity is what a cpuset or taskset sets.

$ python confirm_default_count.py
with an affinity of 1 core: 1 thread
with a quota of half a core: as many threads as without
"""

import os
import subprocess
import sys

from limited import quota_of

COUNT = "import torch; print(torch.get_num_threads())"


def default(*enter: str, cores: int | None = None) -> int:
    """Return what a new process takes, without a variable that tells it."""
    told = {name for name in os.environ if name.endswith("_NUM_THREADS")}
    env = {name: value for name, value in os.environ.items() if name not in told}
    pin = (lambda: os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])) if cores else None
    command = [*enter, sys.executable, "-c", COUNT]
    return int(subprocess.run(command, env=env, capture_output=True, check=True, preexec_fn=pin).stdout)


if __name__ == "__main__":
    print("with an affinity of 1 core:", default(cores=1), "thread")
    free = default()
    with quota_of(0.5) as enter:
        limited = default(*enter)
    same = "as many threads as without" if limited == free else f"{limited} threads instead of {free}"
    print("with a quota of half a core:", same)
