# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Which device types does the group serve? Its configuration says so, beside the device of the tensor that fails.

$ python confirm.py
cuda:gloo serves cpu: False
cpu:gloo,cuda:gloo serves cpu: True
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    metric = torch.zeros(1)
    for backend in ("cuda:gloo", "cpu:gloo,cuda:gloo"):
        dist.init_process_group(backend, store=dist.HashStore(), rank=0, world_size=1)
        served = dict(item.split(":") for item in dist.get_backend_config().split(","))
        print(dist.get_backend_config(), f"serves {metric.device.type}:", metric.device.type in served)
        dist.destroy_process_group()
