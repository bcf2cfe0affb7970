# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The file has its full length, and the directory at its end was overwritten with zeros.

$ python reproduce_directory.py
Traceback (most recent call last):
...
RuntimeError: PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted...
"""

from pathlib import Path

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.save(torch.nn.Linear(256, 256).state_dict(), "last.pt")
    content = Path("last.pt").read_bytes()
    Path("last.pt").write_bytes(content[:-200] + bytes(150) + content[-50:])
    torch.load("last.pt")
