# env = {PYTORCH_CUDA_ALLOC_CONF = "expandable_segments:True"}
# ///
"""One segment that grows and shrinks by pages: the freed pages serve the large request.

$ python fix_expandable_segments.py
256 MiB allocated beside 128 MiB kept
"""

import torch
from mosaic import MIB, fill_and_free, limit_memory

if __name__ == "__main__":
    limit_memory(640)
    kept = fill_and_free(segments=16, segment=32, keep=8)
    large = torch.empty(256 * MIB, dtype=torch.uint8, device="cuda")
    print(f"{large.nbytes // MIB} MiB allocated beside {sum(t.nbytes for t in kept) // MIB} MiB kept")
