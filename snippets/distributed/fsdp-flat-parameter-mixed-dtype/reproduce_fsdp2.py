# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""FSDP2 shards parameter by parameter, and still wants one type in a group; it says so at the first forward.

$ python reproduce_fsdp2.py
...
...AssertionError: FSDP expects uniform original parameter dtype but got {...}
"""

import torch
from mixed import base_with_adapter
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

if __name__ == "__main__":
    model = base_with_adapter()
    fully_shard(model, mesh=init_device_mesh("cpu", (1,)))
    model(torch.randn(2, 8))
