# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Every rank leaves through the same door: a barrier, then the end of the group, so rank 0 does not end first.

$ python fix_leave_together.py
exit codes of rank 0 and 1: [0, 0]
"""

import sys
import time

import torch.distributed as dist
from two_ranks import run


def work(rank: int, store: dist.Store) -> None:
    """Rank 1 takes longer and still uses the store; rank 0 waits for it."""
    if rank == 1:
        time.sleep(1)
        store.set("metrics", "done")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    codes = run(work)
    print("exit codes of rank 0 and 1:", codes)
    sys.exit(any(codes))
