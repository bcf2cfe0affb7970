# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 0 ends while rank 1 waits for a key; the store went with rank 0's process.

$ python reproduce.py
...Failed to recv, got 0 bytes. Connection was likely closed. Did the remote server shutdown or crash?
...
exit codes of rank 0 and 1: [7, 1]
"""

import os
import sys
import time

import torch.distributed as dist
from two_ranks import run


def work(rank: int, store: dist.Store) -> None:
    """Rank 1 needs something that only rank 0 would have sent."""
    if rank == 0:
        time.sleep(1)
        os._exit(7)  # a crash, an exit in `if rank == 0`, a kill
    store.get("next batch")


if __name__ == "__main__":
    codes = run(work)
    print("exit codes of rank 0 and 1:", codes)
    sys.exit(any(codes))
