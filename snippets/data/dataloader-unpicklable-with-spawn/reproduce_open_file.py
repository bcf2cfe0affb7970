# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.10"]
# ///
"""A data set that opened its file when it was made.

$ python reproduce_open_file.py
...UserWarning: Got pickle error when attempting to start a worker Process...
...
TypeError: cannot pickle ...TextIOWrapper'...
"""

from pathlib import Path

import torch


class Lines(torch.utils.data.Dataset):
    """The lines of this file."""

    def __init__(self) -> None:
        """Open it."""
        self.file = Path(__file__).open(encoding="utf-8")  # noqa: SIM115
        self.lines = self.file.readlines()

    def __len__(self) -> int:
        """Say how many there are."""
        return len(self.lines)

    def __getitem__(self, index: int) -> str:
        """Return a line."""
        return self.lines[index]


if __name__ == "__main__":
    for _ in torch.utils.data.DataLoader(Lines(), num_workers=1, multiprocessing_context="spawn"):
        pass
