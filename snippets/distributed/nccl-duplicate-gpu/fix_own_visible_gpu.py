# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", CUDA_VISIBLE_DEVICES = "4,5"}
# ///
"""The launcher shows each process one GPU only, as srun --gpus-per-task=1 does; the index is 0 and the GPUs differ.

$ torchrun --nproc-per-node=2 --standalone fix_own_visible_gpu.py
...
rank 0 takes GPU 4, shared: []...
"""

import os

import preflight
import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
    local_rank = int(os.environ["LOCAL_RANK"])
    os.environ["CUDA_VISIBLE_DEVICES"] = os.environ["CUDA_VISIBLE_DEVICES"].split(",")[local_rank]  # srun's work
    visible = os.environ["CUDA_VISIBLE_DEVICES"].split(",")
    index = 0 if len(visible) == 1 else local_rank
    shared = preflight.shared(index)
    if dist.get_rank() == 0:
        print(f"rank 0 takes GPU {preflight.physical(index)}, shared: {shared}")
    dist.destroy_process_group()
