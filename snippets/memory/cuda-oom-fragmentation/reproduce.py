# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""384 MiB are free inside 16 segments of 32 MiB, in pieces of 24 MiB; a request for 256 MiB fails under 640 MiB.

$ python reproduce.py
Traceback (most recent call last):
...
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 256.00 MiB. GPU 0 has a total capacity of ... 128.00 MiB is allocated by PyTorch, and 384.00 MiB is reserved by PyTorch but unallocated...
"""

import torch
from mosaic import MIB, fill_and_free, limit_memory

if __name__ == "__main__":
    limit_memory(640)
    kept = fill_and_free(segments=16, segment=32, keep=8)
    torch.empty(256 * MIB, dtype=torch.uint8, device="cuda")
