# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# env = {PYTORCH_CUDA_ALLOC_CONF = "max_split_size_mb:100"}
# ///
"""Blocks over 100 MiB are never split, so the small ones get segments of their own, and free ones can go back.

$ python fix_max_split_size.py
512 MiB allocated beside 320 MiB kept
"""

from mosaic import MIB, fill_and_free, limit_memory, take

if __name__ == "__main__":
    limit_memory()
    kept = fill_and_free()
    print(f"{take(512).nbytes // MIB} MiB allocated beside {sum(block.nbytes for block in kept) // MIB} MiB kept")
