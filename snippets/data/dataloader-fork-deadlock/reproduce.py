# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The worker is forked while the thread holds the lock, and waits for a thread that it does not have.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: DataLoader timed out after 3 seconds
"""

import torch
from shared_log import Samples, start_thread

if __name__ == "__main__":
    start_thread()
    for _ in torch.utils.data.DataLoader(Samples(), num_workers=1, timeout=3, multiprocessing_context="fork"):
        pass
