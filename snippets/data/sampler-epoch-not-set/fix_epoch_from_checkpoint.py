# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Keep the epoch in the checkpoint, and go on from it: two restarts do not show in the order.

$ python fix_epoch_from_checkpoint.py
sampler gave 3 different orders in 3 epochs
rank 0 has seen ... of 16 samples
"""

import sys
from pathlib import Path

import torch
from orders import epochs, report
from torch.utils.data import DistributedSampler

CHECKPOINT = Path("checkpoint.pt")


def resume(sampler: DistributedSampler, _: int) -> None:
    """Begin an epoch in a new process: all that is known is what was saved."""
    epoch = torch.load(CHECKPOINT)["epoch"] if CHECKPOINT.exists() else 0
    sampler.set_epoch(epoch)
    torch.save({"epoch": epoch + 1}, CHECKPOINT)


if __name__ == "__main__":
    sys.exit(report(epochs(resume)))
