# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Two ranks, and a configuration that fits two: DeepSpeed counts one, since only torch.distributed is initialized.

$ torchrun --nproc-per-node=2 reproduce_before_init.py
...
...AssertionError: Check batch related parameters. train_batch_size is not equal to ... * world_size 16 != 2 * 4 * 1
...
"""

import deepspeed
import torch

CONFIG = {
    "train_batch_size": 16,
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 4,
    "zero_optimization": {"stage": 3},
}

if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    with deepspeed.zero.Init(config_dict_or_path=CONFIG):  # what from_pretrained enters under ZeRO-3
        torch.nn.Linear(4, 4)
