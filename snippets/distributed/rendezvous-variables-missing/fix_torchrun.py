# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The launcher sets the variables for each process that it starts.

$ torchrun --standalone --nproc-per-node=1 fix_torchrun.py
rank 0 of 1
"""

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    print(f"rank {dist.get_rank()} of {dist.get_world_size()}")
    dist.destroy_process_group()
