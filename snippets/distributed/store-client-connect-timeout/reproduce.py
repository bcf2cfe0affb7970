# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Nothing listens where MASTER_ADDR and MASTER_PORT point; rank 1 asks until its time is up, here 2 s.

$ python reproduce.py
...
torch.distributed.DistNetworkError: The client socket has timed out after 2000ms while trying to ...
"""

import os
import socket
from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as rank_0:
        port = rank_0.getsockname()[1]
    # Rank 0 has ended; the port is closed.
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "RANK": "1", "WORLD_SIZE": "2"}
    dist.init_process_group("gloo", timeout=timedelta(seconds=2))
