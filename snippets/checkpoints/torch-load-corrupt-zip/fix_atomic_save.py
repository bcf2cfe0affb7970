# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Write beside the target, then rename: a kill in the middle of a save leaves the former checkpoint whole.

$ python fix_atomic_save.py
the saving process ended with signal 9
last.pt still holds step 1
"""

import multiprocessing
import os
import signal
from pathlib import Path

import torch

torch.set_num_threads(1)


class KilledHere:
    """Ends the process when the save has come to it."""

    def __reduce__(self) -> str:
        """Stand in for the scheduler's SIGKILL."""
        os.kill(os.getpid(), signal.SIGKILL)
        return ""


def save(checkpoint: dict[str, object], path: Path) -> None:
    """Make *path* either the old file or the new one, never a part of one."""
    partial = path.with_suffix(".partial")  # the same folder, so that the rename stays within one file system
    with partial.open("wb") as file:
        torch.save(checkpoint, file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


if __name__ == "__main__":
    weights = torch.nn.Linear(256, 256).state_dict()
    save({"step": 1, "model": weights}, Path("last.pt"))

    second = {"step": 2, "model": weights, "then": KilledHere()}
    process = multiprocessing.get_context("fork").Process(target=save, args=(second, Path("last.pt")))
    process.start()
    process.join()
    print("the saving process ended with signal", -process.exitcode)
    print("last.pt still holds step", torch.load("last.pt")["step"])
