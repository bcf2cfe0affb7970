# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""The bytes in split blocks, at the moment of failure: more than was asked for, so the memory is there in pieces.

$ python confirm_split_blocks.py
asked for 512 MiB, free in split blocks 960 MiB: True
"""

import torch
from mosaic import MIB, fill_and_free, limit_memory, take

if __name__ == "__main__":
    limit_memory()
    kept = fill_and_free()
    try:
        take(512)
    except torch.OutOfMemoryError:
        split = torch.cuda.memory_stats()["inactive_split_bytes.all.current"] // MIB
        print(f"asked for 512 MiB, free in split blocks {split} MiB: {split >= 512}")
