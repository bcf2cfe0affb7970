# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Pass shared memory by its name: no descriptor is held, and the files stay in /dev/shm as long as the batches.

$ python fix_share_by_name.py
batches kept: 200
"""

import torch
from batches import batches

if __name__ == "__main__":
    torch.multiprocessing.set_sharing_strategy("file_system")
    kept = [batch for batch in batches()]  # noqa: C416
    print("batches kept:", len(kept))
