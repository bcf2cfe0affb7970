# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Plain weights are copied into a sharded parameter.

$ python reproduce_copy.py
...
...RuntimeError: aten.copy_.default got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to ...
"""

import torch
from sharded import sharded

if __name__ == "__main__":
    model = sharded()
    with torch.no_grad():
        model.layer.weight.copy_(torch.ones(4, 4))
