# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The launcher takes a port that is free, so the default of another job does not matter.

$ torchrun --standalone --nproc-per-node=1 fix_free_port.py
rank 0 of 1 started, port 29500 left alone: True
"""

import os

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    left_alone = os.environ["MASTER_PORT"] != "29500"
    print(f"rank {dist.get_rank()} of {dist.get_world_size()} started, port 29500 left alone: {left_alone}")
    dist.destroy_process_group()
