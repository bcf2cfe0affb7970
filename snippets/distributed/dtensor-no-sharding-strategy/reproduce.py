# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13,<2.14"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""An operator for which torch 2.13 has no rule, on sharded values.

$ python reproduce.py
...
...NotImplementedError: Operator aten.searchsorted.Tensor does not have a sharding strategy registered.
"""

import torch
from histogram import inputs

if __name__ == "__main__":
    edges, values = inputs()
    torch.searchsorted(edges, values)
