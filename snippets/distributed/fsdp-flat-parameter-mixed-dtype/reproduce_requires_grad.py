# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""All float32, but the base is frozen: with use_orig_params=False a flat parameter trains as a whole or not at all.

$ python reproduce_requires_grad.py
...
...ValueError: Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`
"""

import torch
from mixed import base_with_adapter
from torch.distributed.fsdp import FullyShardedDataParallel

if __name__ == "__main__":
    model = base_with_adapter().to(torch.float32)
    model[0].requires_grad_(False)
    FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=False)
