# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Reading in the main process, DataLoader's default: at step 21 the cache ends, and the step waits for each read.

$ python reproduce.py
step 1 loss ... tps ...
...
step 32 loss ... tps ...
the last steps reach ... of the pace of the first
"""

from torch.utils.data import DataLoader
from training import BATCH, Samples, read, report

if __name__ == "__main__":
    raise SystemExit(report(DataLoader(Samples(read), batch_size=BATCH)))
