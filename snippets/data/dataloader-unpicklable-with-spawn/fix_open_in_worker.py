# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""Keep the path, and open the file at the first sample that a process reads.

$ python fix_open_in_worker.py
first line: # /// script
lines read by the worker: 40
"""

from functools import cached_property
from pathlib import Path
from typing import TextIO

import torch


class Lines(torch.utils.data.Dataset):
    """The first forty lines of a file, which each process opens for itself."""

    def __init__(self, path: str) -> None:
        """Note where it is."""
        self.path = path

    @cached_property
    def file(self) -> TextIO:
        """Open it."""
        return Path(self.path).open(encoding="utf-8")

    def __getstate__(self) -> dict[str, str]:
        """Leave the handle behind, if this process has one already."""
        return {"path": self.path}

    def __len__(self) -> int:
        """Say how many there are."""
        return 40

    def __getitem__(self, index: int) -> str:
        """Return a line."""
        self.file.seek(0)
        return self.file.readlines()[index].rstrip()


if __name__ == "__main__":
    lines = Lines(__file__)
    print("first line:", lines[0])
    loader = torch.utils.data.DataLoader(lines, num_workers=1, multiprocessing_context="spawn")
    print("lines read by the worker:", sum(1 for _ in loader))
