# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# env = {PYTORCH_CUDA_ALLOC_CONF = "expandable_segments:True"}
# ///
"""One segment that grows and shrinks by pages: the freed pages go back and serve the large request.

$ python fix_expandable_segments.py
512 MiB allocated beside 320 MiB kept
"""

from mosaic import MIB, fill_and_free, limit_memory, take

if __name__ == "__main__":
    limit_memory()
    kept = fill_and_free()
    print(f"{take(512).nbytes // MIB} MiB allocated beside {sum(block.nbytes for block in kept) // MIB} MiB kept")
