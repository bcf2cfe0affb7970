# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""One call over gradients of both meshes; a mesh of one rank each is enough.

$ python reproduce.py
...
...RuntimeError: All operands in aten.stack.default must have the same mesh, but got DeviceMesh(...
...
"""

import torch
from two_meshes import parameters, start_alone

if __name__ == "__main__":
    start_alone()
    torch.nn.utils.clip_grad_norm_(parameters(1), 1.0)
