# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Let the loader leave out the last, smaller batch; every batch then has the size that the stages learned.

$ torchrun --nproc-per-node=2 --standalone fix_drop_last.py
...2 batches of 8, stale rows: 0
"""

import torch
from torch.utils.data import DataLoader, TensorDataset
from two_stages import Pipeline

if __name__ == "__main__":
    pipeline, stale = Pipeline(), 0
    loader = DataLoader(TensorDataset(torch.ones(22, 2)), batch_size=8, drop_last=True)
    for number, (batch,) in enumerate(loader, start=1):
        output = pipeline.run(len(batch), float(number))
        if output is not None:
            stale += int((output != number).sum())
    if output is not None:
        print(f"{number} batches of 8, stale rows: {stale}", flush=True)
    pipeline.finish()
