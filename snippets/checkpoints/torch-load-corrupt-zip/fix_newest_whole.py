# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Resume from the newest checkpoint that is whole, and say which ones are not.

$ python fix_newest_whole.py
step_3.pt is not whole
resumed from step_2.pt, step 2
"""

import os
import zipfile
from pathlib import Path

import torch

torch.set_num_threads(1)


def is_whole(path: Path) -> bool:
    """Read every record and compare its checksum."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except zipfile.BadZipFile:
        return False


if __name__ == "__main__":
    for step in (1, 2, 3):
        torch.save({"step": step, "model": torch.nn.Linear(64, 64).state_dict()}, f"step_{step}.pt")
    os.truncate("step_3.pt", 9_000)  # the job was killed here

    for path in sorted(Path().glob("step_*.pt"), key=lambda path: int(path.stem[5:]), reverse=True):
        if is_whole(path):
            print(f"resumed from {path}, step {torch.load(path)['step']}")
            break
        print(path, "is not whole")
