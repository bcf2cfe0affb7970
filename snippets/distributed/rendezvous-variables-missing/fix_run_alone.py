# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A script that also works alone: it starts the process group only when a launcher is there.

$ python fix_run_alone.py
rank 0 of 1, distributed: False
"""

import torch.distributed as dist

if __name__ == "__main__":
    if dist.is_torchelastic_launched():
        dist.init_process_group("gloo")
    rank, ranks = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
    print(f"rank {rank} of {ranks}, distributed: {dist.is_initialized()}")
    if dist.is_initialized():
        dist.destroy_process_group()
