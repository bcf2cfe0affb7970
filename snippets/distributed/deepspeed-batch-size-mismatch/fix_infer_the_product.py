# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Leave train_batch_size out: the same file fits any number of processes, and the engine says what came of it.

$ torchrun --nproc-per-node=1 fix_infer_the_product.py
...
1 process: 2 * 4 * 1 = 8 samples in a step

$ torchrun --nproc-per-node=2 fix_infer_the_product.py
...
2 processes: 2 * 4 * 2 = 16 samples in a step
"""

import deepspeed
import kept  # noqa: F401
import torch

CONFIG = {"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4}

if __name__ == "__main__":
    model = torch.nn.Linear(4, 4)
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.SGD(model.parameters()), config=CONFIG)
    micro, accumulated, world = (
        engine.train_micro_batch_size_per_gpu(),
        engine.gradient_accumulation_steps(),
        engine.world_size,
    )
    torch.distributed.barrier()
    if engine.global_rank == 0:
        noun = "process" if world == 1 else "processes"
        print(f"{world} {noun}: {micro} * {accumulated} * {world} = {engine.train_batch_size()} samples in a step")
    torch.distributed.destroy_process_group()
