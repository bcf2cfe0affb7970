# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two worker processes read ahead while the step computes: the pace stays.

$ python fix_workers.py
step 1 loss ... tps ...
...
step 32 loss ... tps ...
the last steps reach ... of the pace of the first
"""

from torch.utils.data import DataLoader
from training import BATCH, Samples, read, report

if __name__ == "__main__":
    loader = DataLoader(
        Samples(read), batch_size=BATCH, num_workers=2, prefetch_factor=4, multiprocessing_context="fork"
    )
    raise SystemExit(report(loader))
