# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Rank 0 needs 4 s before it listens; a time limit above that lets rank 1 wait for it.

$ python fix_longer_start_up.py
2 ranks met
"""

import sys

from ranks import free_port, meet

if __name__ == "__main__":
    port = free_port()
    sys.exit(meet(ports=(port, port), late=4, timeout=120))
