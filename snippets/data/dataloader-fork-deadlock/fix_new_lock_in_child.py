# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""Where the lock is your own: replace it in every process that is forked, before anything else runs there.

$ python fix_new_lock_in_child.py
[0, 1, 2, 3]
"""

import os
import threading

import shared_log
import torch
from shared_log import Samples, start_thread


def renew() -> None:
    """Give this process a lock that nobody holds."""
    shared_log.LOCK = threading.Lock()


if __name__ == "__main__":
    os.register_at_fork(after_in_child=renew)
    start_thread()
    loader = torch.utils.data.DataLoader(Samples(), num_workers=1, timeout=120, multiprocessing_context="fork")
    print([int(batch) for batch in loader])
