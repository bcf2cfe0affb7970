# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.10"]
# ///
"""A lambda as collate_fn, and workers that start afresh instead of by fork.

$ python reproduce.py
...UserWarning: Got pickle error when attempting to start a worker Process...
...
...: Can't ... local object ...main.<locals>.<lambda>...
"""

import torch


def main() -> None:
    """Train, with a function that has no name of its own."""
    loader = torch.utils.data.DataLoader(
        torch.arange(4.0), collate_fn=lambda batch: batch[0], num_workers=1, multiprocessing_context="spawn"
    )
    for _ in loader:
        pass


if __name__ == "__main__":
    main()
