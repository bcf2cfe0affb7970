# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Both ranks compute address and port from the same settings, so rank 1 asks where rank 0 listens.

$ python fix_one_address.py
2 ranks met
"""

import sys

from ranks import free_port, meet

if __name__ == "__main__":
    port = free_port()
    sys.exit(meet(ports=(port, port)))
