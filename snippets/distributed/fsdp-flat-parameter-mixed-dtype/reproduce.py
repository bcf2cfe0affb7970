# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""FSDP1 packs the parameters of a wrapped module into one flat tensor, which can have one type only.

$ python reproduce.py
...
...ValueError: Must flatten tensors with uniform dtype but got torch.bfloat16 and torch.float32
"""

import torch
from mixed import base_with_adapter
from torch.distributed.fsdp import FullyShardedDataParallel

if __name__ == "__main__":
    FullyShardedDataParallel(base_with_adapter(), device_id=torch.device("cpu"), use_orig_params=True)
