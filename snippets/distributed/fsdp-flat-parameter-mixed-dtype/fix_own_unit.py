# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A part that must keep its type becomes a unit of its own; the parent then holds one type.

$ python fix_own_unit.py
...units: float32 adapter, bfloat16 base; output torch.float32
"""

import torch
from mixed import base_with_adapter
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

if __name__ == "__main__":
    model, mesh = base_with_adapter(), init_device_mesh("cpu", (1,))
    fully_shard(
        model[1], mesh=mesh, mp_policy=MixedPrecisionPolicy(cast_forward_inputs=True, param_dtype=torch.float32)
    )
    fully_shard(model, mesh=mesh)
    output = model(torch.randn(2, 8, dtype=torch.bfloat16))
    output.sum().backward()
    print("units: float32 adapter, bfloat16 base; output", output.dtype)
