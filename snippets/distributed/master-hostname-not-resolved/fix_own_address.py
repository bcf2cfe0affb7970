# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""torchrun's agent is told its own address, so that it hands that to the ranks and not the host's name.

$ torchrun --standalone --local-addr=127.0.0.1 --nproc-per-node=1 fix_own_address.py
rank 0 of 1 started, MASTER_ADDR=127.0.0.1
"""

import os

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    print(f"rank {dist.get_rank()} of {dist.get_world_size()} started, MASTER_ADDR={os.environ['MASTER_ADDR']}")
    dist.destroy_process_group()
