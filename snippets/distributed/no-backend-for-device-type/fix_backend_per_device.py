# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Name a backend for each device type; on a GPU host "cpu:gloo,cuda:nccl".

$ python fix_backend_per_device.py
reduced on cpu: 0.5
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("cpu:gloo,cuda:gloo", store=dist.HashStore(), rank=0, world_size=1)
    loss = torch.tensor([0.5])
    dist.all_reduce(loss)
    print(f"reduced on {loss.device}: {loss.item()}")
    dist.destroy_process_group()
