# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_SOCKET_IFNAME = "lo", NCCL_DEBUG = "INFO"}
# ///
"""A peer connects to rank 0 and is killed. Rank 0's NCCL gives up at once, and can say only which connection it lost.

$ python reproduce.py
...
...NCCL WARN socketProgress: Connection closed by remote peer ...<...>
...
rank 0 can no longer be joined
"""

import sys

import bootstrap

if __name__ == "__main__":
    job = bootstrap.unique_id()
    bootstrap.peer(job, bootstrap.killed)
    sys.exit(0 if bootstrap.waiting(job) else "rank 0 can no longer be joined")
