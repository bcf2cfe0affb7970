# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Which limit was it? The group counts what it refused, and the kernel logs the first time by the group's name.

$ python confirm.py
threads that could be started: 7 of 12
tasks that were refused: 1
...cgroup: fork rejected by pids controller in /...
"""

import sys
import threading
import time

from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        started = 0
        try:
            for _ in range(12):
                threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
                started += 1
        except RuntimeError:
            print(f"threads that could be started: {started} of 12")
    else:
        ended = run_limited(__file__, tasks=8)
        print("tasks that were refused:", ended.refused)
        print(*ended.kernel, sep="\n")
