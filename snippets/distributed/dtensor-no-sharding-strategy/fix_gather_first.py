# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Where the result needs all values, gather them first; the result is then plain, and the same on all ranks.

$ python fix_gather_first.py
bins [1, 3, 2]
"""

import torch
from histogram import inputs

if __name__ == "__main__":
    edges, values = inputs()
    print("bins", torch.searchsorted(edges.full_tensor(), values.full_tensor()).tolist())
