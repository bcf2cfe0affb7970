# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The peak of a step, from shapes alone: fake tensors hold no data, so a laptop answers for any GPU.

$ python prevent_peak_without_gpu.py
16384 rows: peak 2.4 GiB of 1.5 GiB
16384 rows in 4 checkpoints: peak 1.1 GiB of 1.5 GiB
4096 rows: peak 0.6 GiB of 1.5 GiB
"""

import torch
from stack import LIMIT, ROWS, WIDTH, make_stack
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.distributed._tools.mem_tracker import MemTracker
from torch.utils.checkpoint import checkpoint_sequential


def peak(rows: int, segments: int = 0) -> float:
    """Return the most bytes alive at once in forward and backward, in GiB."""
    with FakeTensorMode():
        model = make_stack()
        tracker = MemTracker()
        tracker.track_external(model)
        with tracker:
            batch = torch.randn(rows, WIDTH)
            out = checkpoint_sequential(model, segments, batch, use_reentrant=False) if segments else model(batch)
            out.square().mean().backward()
        (snapshot,) = tracker.get_tracker_snapshot("peak").values()
    return snapshot["Total"] / 2**30


if __name__ == "__main__":
    limit = f"of {LIMIT / 2**30:.1f} GiB"
    print(f"{ROWS} rows: peak {peak(ROWS):.1f} GiB {limit}")
    print(f"{ROWS} rows in 4 checkpoints: peak {peak(ROWS, segments=4):.1f} GiB {limit}")
    print(f"{ROWS // 4} rows: peak {peak(ROWS // 4):.1f} GiB {limit}")
