# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Cast what differs before wrapping: one type in each unit. use_orig_params=True lets the base stay frozen.

$ python fix_one_dtype.py
...trained in bfloat16: gradient for 1 of 2 layers
"""

import torch
from mixed import base_with_adapter
from torch.distributed.fsdp import FullyShardedDataParallel

if __name__ == "__main__":
    model = base_with_adapter().to(torch.bfloat16)
    model[0].requires_grad_(False)
    wrapped = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=True)
    wrapped(torch.randn(2, 8, dtype=torch.bfloat16)).sum().backward()
    trained = {name.split(".")[-2] for name, p in wrapped.named_parameters() if p.grad is not None}
    print("trained in bfloat16: gradient for", len(trained), "of 2 layers")
