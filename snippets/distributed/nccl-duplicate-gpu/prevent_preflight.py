# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", CUDA_VISIBLE_DEVICES = "4,5"}
# ///
"""Nobody chose a device, so each rank would take index 0. The comparison says so before NCCL does, and names all ranks.

$ torchrun --nproc-per-node=2 --standalone prevent_preflight.py
...
ranks [0, 1] take GPU 4...
"""

import preflight
import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    index = 0  # torch.cuda.current_device() when set_device was never called
    shared = preflight.shared(index)
    if dist.get_rank() == 0:
        print(*shared, sep="\n")
    dist.destroy_process_group()
