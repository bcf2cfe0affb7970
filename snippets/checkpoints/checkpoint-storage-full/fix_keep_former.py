# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Write beside the target and rename only what was written whole: a full disk then costs one save, not the run.

$ python fix_keep_former.py
step 2 was not saved; training goes on
last.pt still holds step 1, and no part of step 2 is left
"""

import os
from pathlib import Path

import torch

torch.set_num_threads(1)


def save(checkpoint: dict[str, object], path: Path) -> bool:
    """Replace *path* if the write succeeds, remove the part if not; return whether it did."""
    partial = path.with_suffix(".partial")
    try:
        with partial.open("wb") as file:
            torch.save(checkpoint, file)
            file.flush()
            os.fsync(file.fileno())  # a network file system may tell only now that it was full
    except (OSError, RuntimeError):  # the writer's own error stands in front of the kernel's
        partial.unlink()
        return False
    partial.replace(path)
    return True


if __name__ == "__main__":
    weights = torch.nn.Linear(128, 128).state_dict()
    save({"step": 1, "model": weights}, Path("last.pt"))

    Path("last.partial").symlink_to("/dev/full")  # from here on the file system is full
    if not save({"step": 2, "model": weights}, Path("last.pt")):
        print("step 2 was not saved; training goes on")
    step = torch.load("last.pt")["step"]
    print(
        f"last.pt still holds step {step}, and {'a' if Path('last.partial').exists() else 'no'} part of step 2 is left"
    )
