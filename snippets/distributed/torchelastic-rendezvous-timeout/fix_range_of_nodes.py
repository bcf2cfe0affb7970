# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""A job that can run on fewer nodes says so: from 1 to 2, and it starts with those that came in time.

$ torchrun --nnodes=1:2 --nproc-per-node=1 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=localhost:0 --rdzv-conf=last_call_timeout=1 fix_range_of_nodes.py
started with 1 of at most 2 nodes
"""  # noqa: E501

import os

if __name__ == "__main__":
    print(f"started with {os.environ['GROUP_WORLD_SIZE']} of at most 2 nodes")
