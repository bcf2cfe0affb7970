# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""Under torchrun: no address in the script, so that the ranks meet at the store which the agent hosts.

$ torchrun --standalone --nproc-per-node=1 fix_agents_address.py
1 ranks met
"""

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")  # env://: MASTER_ADDR and MASTER_PORT are the agent's
    print(f"{dist.get_world_size()} ranks met")
    dist.destroy_process_group()
