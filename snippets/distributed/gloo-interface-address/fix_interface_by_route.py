# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "psutil>=5.9"]
# [tool.faultbook]
# env = {OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Each host looks up by itself which interface leads to the master, whatever it is called there.

$ python fix_interface_by_route.py
GLOO_SOCKET_IFNAME=lo, rank 0 of 1 started
"""

import os
import socket

import torch.distributed as dist
from interfaces import towards

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1])}
    os.environ |= {"RANK": "0", "WORLD_SIZE": "1"}
    os.environ["GLOO_SOCKET_IFNAME"] = towards(os.environ["MASTER_ADDR"])
    dist.init_process_group("gloo")
    print(f"GLOO_SOCKET_IFNAME={os.environ['GLOO_SOCKET_IFNAME']}, rank 0 of {dist.get_world_size()} started")
    dist.destroy_process_group()
