# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Register the method, and FSDP gathers before it and frees after it, as for forward.

$ python fix_register_method.py
encoded (2, 4), and the gradient of the layer has arrived: True
"""

import torch
from sharded import sharded
from torch.distributed.fsdp import register_fsdp_forward_method

if __name__ == "__main__":
    model = sharded()
    register_fsdp_forward_method(model, "encode")
    encoded = model.encode(torch.tensor([1, 2]))
    encoded.sum().backward()
    print(
        f"encoded {tuple(encoded.shape)}, and the gradient of the layer has arrived:",
        model.layer.weight.grad is not None,
    )
