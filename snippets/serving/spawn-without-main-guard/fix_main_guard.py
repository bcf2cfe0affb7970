# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same loader in a function that only the first process calls.

$ python fix_main_guard.py
[0.0, 1.0, 2.0, 3.0]
"""

import torch


def main() -> None:
    """Read four samples through a worker."""
    loader = torch.utils.data.DataLoader(torch.arange(4.0), num_workers=1, multiprocessing_context="spawn")
    print([batch.item() for batch in loader])


if __name__ == "__main__":
    main()
