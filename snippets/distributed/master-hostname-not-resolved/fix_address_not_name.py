# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""MASTER_ADDR is an address and not a name, so that nothing has to be resolved.

$ python fix_address_not_name.py
rank 0 of 1 started at 127.0.0.1
"""

import os
import socket

import torch.distributed as dist

if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1])}
    os.environ |= {"RANK": "0", "WORLD_SIZE": "1"}
    dist.init_process_group("gloo")
    print(f"rank {dist.get_rank()} of {dist.get_world_size()} started at {os.environ['MASTER_ADDR']}")
    dist.destroy_process_group()
