# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""One worker that reads the samples of a batch at the same time: eight waits become one.

$ python fix_overlap_reads.py
step 1 loss ... tps ...
...
step 32 loss ... tps ...
the last steps reach ... of the pace of the first
"""

from concurrent.futures import ThreadPoolExecutor

import torch
from torch.utils.data import DataLoader
from training import BATCH, Samples, read, report


class Overlapping(Samples):
    """The DataLoader asks for a whole batch at once when the dataset has __getitems__."""

    def __getitems__(self, indexes: list[int]) -> list[torch.Tensor]:
        with ThreadPoolExecutor(len(indexes)) as pool:
            return list(pool.map(self.read, indexes))


if __name__ == "__main__":
    loader = DataLoader(Overlapping(read), batch_size=BATCH, num_workers=1, multiprocessing_context="fork")
    raise SystemExit(report(loader))
