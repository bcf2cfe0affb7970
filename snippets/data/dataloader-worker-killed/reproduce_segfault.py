# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A decoder in C reads through a null pointer at one sample; Python in the worker never gets to raise.

$ python reproduce_segfault.py
ERROR: Unexpected segmentation fault encountered in worker.
...
RuntimeError: DataLoader worker (pid ...) is killed by signal: Segmentation fault...
"""

import torch
from broken_file import Files

torch.set_num_threads(1)

if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(
        Files(), batch_size=2, num_workers=1, collate_fn=list, multiprocessing_context="fork"
    )
    for _ in loader:
        pass
