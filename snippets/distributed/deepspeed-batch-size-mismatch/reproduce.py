# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A configuration that was written for eight processes, in one: 2 * 4 * 1 is not 64.

$ torchrun --nproc-per-node=1 reproduce.py
...
...AssertionError: Check batch related parameters. train_batch_size is not equal to ... * world_size 64 != 2 * 4 * 1
...
"""

import deepspeed
import kept  # noqa: F401
import torch

CONFIG = {"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4}

if __name__ == "__main__":
    model = torch.nn.Linear(4, 4)
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    deepspeed.initialize(model=model, optimizer=torch.optim.SGD(model.parameters()), config=CONFIG)
