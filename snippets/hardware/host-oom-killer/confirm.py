# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# ///
"""Which limit was hit? The kernel's line names the group, or says that the whole host was out.

$ python confirm.py
exit status of the rank: SIGKILL
constraint: CONSTRAINT_MEMCG
limit of the group reached: True
"""

import sys

from limited import MiB, run_limited

LIMIT = 64 * MiB

if __name__ == "__main__":
    ended = run_limited([sys.executable, "-c", "x = bytearray(1 << 28)"], LIMIT)
    reason = next(line for line in ended.kernel if "oom-kill:constraint=" in line)
    print("exit status of the rank:", ended.how)
    print("constraint:", reason.split("constraint=")[1].split(",")[0])
    print("limit of the group reached:", ended.peak >= LIMIT * 0.99)
