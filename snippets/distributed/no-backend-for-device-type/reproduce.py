# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A group whose only backend is registered for CUDA tensors, and a metric that lies on the CPU.

$ python reproduce.py
...
...RuntimeError: No backend type associated with device type cpu
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    # On a GPU host this is "nccl", which means "cuda:nccl"; what counts is that nothing is registered for the CPU.
    dist.init_process_group("cuda:gloo", store=dist.HashStore(), rank=0, world_size=1)
    loss = torch.tensor([0.5])
    dist.all_reduce(loss)
