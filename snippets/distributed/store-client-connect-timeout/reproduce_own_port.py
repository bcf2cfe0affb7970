# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8,<2.14"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""Under torchrun a script names a port of its own: up to torch 2.13 every rank only connects there, and none listens.

$ torchrun --standalone --nproc-per-node=1 reproduce_own_port.py
...
...DistNetworkError: The client socket has timed out after 2000ms while trying to connect to (127.0.0.1, ...).
...
"""

import os
import socket
from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    dist.init_process_group("gloo", init_method=url, rank=rank, world_size=ranks, timeout=timedelta(seconds=2))
