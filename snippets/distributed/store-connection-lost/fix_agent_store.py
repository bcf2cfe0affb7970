# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""The launcher holds the store, as torchrun's agent does: rank 0 ends first, and rank 1 still reads and writes.

$ python fix_agent_store.py
rank 1 wrote after rank 0 had ended
"""

import os
import sys

import torch.distributed as dist
from two_ranks import run


def work(rank: int, store: dist.Store) -> None:
    """Rank 1 waits for rank 0's end, then uses the store."""
    if rank == 0:
        store.set("rank 0 ends", "")
        os._exit(0)
    store.get("rank 0 ends")
    store.set("rank 1", "wrote after rank 0 had ended")
    os._exit(0)


if __name__ == "__main__":
    agent = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    codes = run(work, port=agent.port)
    print("rank 1", agent.get("rank 1").decode())
    sys.exit(any(codes))
