# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""MASTER_ADDR is a name that this host cannot resolve; rank 1 asks for it until its time is up, here 2 s.

$ python reproduce.py
...The IPv6 network addresses of (trainer-0.headless.invalid, 29500) cannot be retrieved (gai error: -...).
...
torch.distributed.DistNetworkError: The client socket has timed out after 2000ms while trying to ...
"""

import os
from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    os.environ |= {"MASTER_ADDR": "trainer-0.headless.invalid", "MASTER_PORT": "29500"}  # .invalid never resolves
    os.environ |= {"RANK": "1", "WORLD_SIZE": "2"}
    dist.init_process_group("gloo", timeout=timedelta(seconds=2))
