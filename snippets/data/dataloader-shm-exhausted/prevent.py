# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# timeout = 120
# exit = 1
# ///
"""Before the first step: does what the loader may prepare fit into what /dev/shm has?

$ python prevent.py
/dev/shm has 32 MiB free, the loader may hold 80 MiB: raise --shm-size, or lower num_workers or prefetch_factor
"""

import os
import sys

from samples import Samples
from small_shm import run_with_shm
from torch.utils.data import DataLoader


def shortage(loader: DataLoader) -> str | None:
    """Say by how much /dev/shm is too small for *loader*, or nothing."""
    sample, shm = loader.dataset[0], os.statvfs("/dev/shm")
    batches = loader.num_workers * loader.prefetch_factor + 2  # one in use, one being replaced
    need, free = batches * loader.batch_size * sample.nbytes, shm.f_bavail * shm.f_frsize
    have = f"/dev/shm has {free >> 20} MiB free, the loader may hold {need >> 20} MiB"
    return f"{have}: raise --shm-size, or lower num_workers or prefetch_factor" if need > free else None


if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        found = shortage(DataLoader(Samples(), batch_size=4, num_workers=2, prefetch_factor=4))
        print(found or "fits")
        sys.exit(1 if found else 0)
    else:
        sys.exit(run_with_shm("32m", __file__))
