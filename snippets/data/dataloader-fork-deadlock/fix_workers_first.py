# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""Fork while there is only one thread, and keep those workers for all epochs.

$ python fix_workers_first.py
epoch 0: [0, 1, 2, 3]
epoch 1: [0, 1, 2, 3]
"""

import torch
from shared_log import Samples, start_thread

if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(
        Samples(), num_workers=1, timeout=120, multiprocessing_context="fork", persistent_workers=True
    )
    iter(loader)  # the workers start here
    start_thread()
    for epoch in range(2):
        print(f"epoch {epoch}:", [int(batch) for batch in loader])
