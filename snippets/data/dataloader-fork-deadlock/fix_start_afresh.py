# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""Workers from a fork server, which has no threads: each imports the module and makes a lock of its own.

$ python fix_start_afresh.py
[0, 1, 2, 3]
"""

import torch
from shared_log import Samples, start_thread

if __name__ == "__main__":
    start_thread()
    loader = torch.utils.data.DataLoader(
        Samples(), num_workers=1, timeout=120, multiprocessing_context="forkserver", persistent_workers=True
    )
    print([int(batch) for batch in loader])
