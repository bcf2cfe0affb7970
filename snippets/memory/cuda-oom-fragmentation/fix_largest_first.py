# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""The large block first, the small ones after it: nothing has to be split for it.

$ python fix_largest_first.py
256 MiB allocated beside 128 MiB kept
"""

import torch
from mosaic import MIB, fill_and_free, limit_memory

if __name__ == "__main__":
    limit_memory(1024)  # the same pattern needs a peak of 768 MiB in this order, and no more
    large = torch.empty(256 * MIB, dtype=torch.uint8, device="cuda")
    kept = fill_and_free(segments=16, segment=32, keep=8)
    print(f"{large.nbytes // MIB} MiB allocated beside {sum(t.nbytes for t in kept) // MIB} MiB kept")
