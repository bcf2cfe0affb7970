# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Save onto a device that is always full: each write gets the kernel's ENOSPC, as on a full file system.

$ python reproduce.py
Traceback (most recent call last):
...
    zip_file.write_record(name, storage, num_bytes)
OSError: [Errno 28] No space left on device
...
RuntimeError: [enforce fail at inline_container.cc:...] . unexpected pos ... vs ...
...
OSError: [Errno 28] No space left on device
"""

from pathlib import Path

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    with Path("/dev/full").open("wb") as file:
        torch.save({"weight": torch.randn(1 << 16)}, file)
