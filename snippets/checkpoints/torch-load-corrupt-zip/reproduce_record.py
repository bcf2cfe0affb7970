# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The directory is whole, and one record that it points to was overwritten with zeros.

$ python reproduce_record.py
Traceback (most recent call last):
...
RuntimeError: PytorchStreamReader failed reading file data/0: invalid header or archive is corrupted...
"""

import zipfile
from pathlib import Path

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.save(torch.nn.Linear(256, 256).state_dict(), "last.pt")
    with zipfile.ZipFile("last.pt") as archive:
        start = archive.getinfo("last/data/0").header_offset
    content = Path("last.pt").read_bytes()
    Path("last.pt").write_bytes(content[:start] + bytes(30) + content[start + 30 :])
    torch.load("last.pt")
