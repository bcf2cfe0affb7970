# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "eth9", OMP_NUM_THREADS = "1"}
# ///
"""GLOO_SOCKET_IFNAME names an interface that this host does not have.

$ python reproduce.py
...
RuntimeError: [enforce fail at ...gloo/transport/tcp/device.cc:...] ifa != nullptr. Unable to find address for: eth9
"""

import os
import socket

import torch.distributed as dist

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1])}
    os.environ |= {"RANK": "0", "WORLD_SIZE": "1"}
    dist.init_process_group("gloo")
