# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""960 MiB lie free in PyTorch's hands, in pieces of 120 MiB, and a request for 512 MiB fails.

$ python reproduce.py
Traceback (most recent call last):
...
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 512.00 MiB. ... 960.00 MiB is reserved by PyTorch but...
"""

from mosaic import fill_and_free, limit_memory, take

if __name__ == "__main__":
    limit_memory()
    kept = fill_and_free()
    take(512)
