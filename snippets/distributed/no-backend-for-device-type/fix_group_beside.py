# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Leave the main group as it is, and make a gloo group beside it, once, for what lies on the CPU.

$ python fix_group_beside.py
reduced on cpu: 0.5
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("cuda:gloo", store=dist.HashStore(), rank=0, world_size=1)  # "nccl" on a GPU host
    cpu_group = dist.new_group(backend="gloo")
    loss = torch.tensor([0.5])
    dist.all_reduce(loss, group=cpu_group)
    print(f"reduced on {loss.device}: {loss.item()}")
    dist.destroy_process_group()
