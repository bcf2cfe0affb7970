# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""The same limit met by threads of Python, such as those of loggers, HTTP clients and checkpoint writers.

$ python reproduce_python_thread.py
Traceback (most recent call last):
...
RuntimeError: can't start new thread
"""

import sys
import threading
import time

from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        for _ in range(12):
            threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
    else:
        sys.exit(run_limited(__file__, tasks=8).status)
