# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The launcher counts the processes that it starts, and gives each its rank and the true world size.

$ torchrun --standalone --nproc-per-node=2 fix_launcher_counts.py
2 of 2 ranks joined
"""

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    joined = [None] * dist.get_world_size()
    dist.all_gather_object(joined, dist.get_rank())
    if dist.get_rank() == 0:
        print(f"{len(set(joined))} of {dist.get_world_size()} ranks joined")
    dist.destroy_process_group()
