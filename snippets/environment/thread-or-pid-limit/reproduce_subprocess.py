# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""And by commands: nvidia-smi, git or a compiler, started by subprocess.

$ python reproduce_subprocess.py
...
    self.pid = _fork_exec(
...
BlockingIOError: [Errno 11] Resource temporarily unavailable
"""

import subprocess
import sys

from limited import run_limited

if __name__ == "__main__":
    if sys.argv[1:] == ["run"]:
        for _ in range(12):
            subprocess.Popen(["sleep", "0.5"])
    else:
        sys.exit(run_limited(__file__, tasks=8).status)
