# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""A function that a new process finds by its module and name, with what it needs bound by functools.partial.

$ python fix_module_level.py
[0.0, 10.0, 20.0, 30.0]
"""

from functools import partial

import torch


def scaled(batch: list[torch.Tensor], factor: float) -> float:
    """Return the one sample of a batch, scaled."""
    return float(batch[0]) * factor


def main() -> None:
    """Train, with a function that has a name."""
    loader = torch.utils.data.DataLoader(
        torch.arange(4.0), collate_fn=partial(scaled, factor=10.0), num_workers=1, multiprocessing_context="spawn"
    )
    print(list(loader))


if __name__ == "__main__":
    main()
