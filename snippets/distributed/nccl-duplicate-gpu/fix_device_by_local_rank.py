# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", CUDA_VISIBLE_DEVICES = "4,5"}
# ///
"""Each rank takes the GPU of its LOCAL_RANK, and all compare before the first collective on GPUs.

$ torchrun --nproc-per-node=2 --standalone fix_device_by_local_rank.py
...
rank 0 takes GPU 4, shared: []...
"""

import os

import preflight
import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    index = int(os.environ["LOCAL_RANK"])  # torch.cuda.set_device(index), before anything else touches CUDA
    shared = preflight.shared(index)
    if dist.get_rank() == 0:
        print(f"rank 0 takes GPU {preflight.physical(index)}, shared: {shared}")
    dist.destroy_process_group()
