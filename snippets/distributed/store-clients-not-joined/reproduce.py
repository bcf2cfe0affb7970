# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""WORLD_SIZE says two ranks, and one was started.

$ python reproduce.py
...Traceback (most recent call last):
...
torch.distributed.DistStoreError: Timed out after ... seconds waiting for clients. 1/2 clients joined.
"""

import os
import socket
from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "RANK": "0", "WORLD_SIZE": "2"}
    dist.init_process_group("gloo", timeout=timedelta(seconds=2))
