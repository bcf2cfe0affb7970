# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# exit = 1
# ///
"""The same crash in a worker of a fork server: the main process is not its parent and cannot ask for the signal.

$ python confirm_forkserver.py
ERROR: Unexpected segmentation fault encountered in worker.
...
RuntimeError: DataLoader worker (pid(s) ...) exited unexpectedly
"""

import torch
from broken_file import Files

torch.set_num_threads(1)

if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(
        Files(), batch_size=2, num_workers=1, collate_fn=list, multiprocessing_context="forkserver"
    )
    for _ in loader:
        pass
