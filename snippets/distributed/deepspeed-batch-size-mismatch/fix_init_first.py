# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""DeepSpeed's own init_distributed first: it takes over the group that exists, and counts its two ranks.

$ torchrun --nproc-per-node=2 fix_init_first.py
...
16 = 2 * 4 * 2
"""

import deepspeed
import kept  # noqa: F401
import torch

CONFIG = {
    "train_batch_size": 16,
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 4,
    "zero_optimization": {"stage": 3},
}

if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    with deepspeed.zero.Init(config_dict_or_path=CONFIG):
        torch.nn.Linear(4, 4)
    torch.distributed.barrier()
    if torch.distributed.get_rank() == 0:
        print("16 = 2 * 4 *", torch.distributed.get_world_size())
    torch.distributed.destroy_process_group()
