# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Which number of processes does DeepSpeed divide by? It knows none before its own init_distributed.

$ torchrun --nproc-per-node=2 confirm.py
...
torch.distributed counts 2
DeepSpeed counts 1 before its init_distributed, and 2 after it
"""

import deepspeed
import kept  # noqa: F401
import torch
from deepspeed.runtime.config import DeepSpeedConfig

CONFIG = {"train_micro_batch_size_per_gpu": 1}  # the other two are inferred, so nothing can be wrong

if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    before = DeepSpeedConfig(CONFIG).world_size
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    after = DeepSpeedConfig(CONFIG).world_size
    torch.distributed.barrier()
    if torch.distributed.get_rank() == 0:
        launched = torch.distributed.get_world_size()
        print(f"torch.distributed counts {launched}")
        print(f"DeepSpeed counts {before} before its init_distributed, and {after} after it")
    torch.distributed.destroy_process_group()
