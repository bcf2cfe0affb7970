# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""When is a parameter a DTensor? Before the first forward it is, within it not; the root's stay whole afterwards.

$ python confirm.py
before: DTensor
within forward: Tensor
after the root's forward: Tensor
"""

import torch
from sharded import sharded
from torch.distributed.tensor import DTensor


def kind(parameter: torch.Tensor) -> str:
    """Say what *parameter* is now."""
    return "DTensor" if isinstance(parameter, DTensor) else "Tensor"


if __name__ == "__main__":
    model = sharded()
    print("before:", kind(model.layer.weight))
    model.layer.register_forward_pre_hook(lambda layer, _: print("within forward:", kind(layer.weight)))
    model(torch.tensor([1, 2]))
    print("after the root's forward:", kind(model.layer.weight))
