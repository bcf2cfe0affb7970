# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Another process listens on the port that MASTER_PORT names; rank 0 cannot host the store there.

$ python reproduce.py
Traceback (most recent call last):
...
torch.distributed.DistNetworkError: The server socket has failed to listen on any ... EADDRINUSE, ...
"""

import os
import socket

import torch.distributed as dist

if __name__ == "__main__":
    other_job = socket.create_server(("", 0))  # it has the port already
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(other_job.getsockname()[1])}
    os.environ |= {"RANK": "0", "WORLD_SIZE": "1"}
    dist.init_process_group("gloo")
