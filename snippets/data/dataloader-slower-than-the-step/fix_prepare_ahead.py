# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same worker, with the tokens made once before training and mapped from a file: the loop only reads.

$ python fix_prepare_ahead.py
step 1 loss ... tps ...
...
step 32 loss ... tps ...
the last steps reach ... of the pace of the first
"""

import torch
from busy import tokenise
from torch.utils.data import DataLoader
from training import BATCH, STEPS, Samples, report

if __name__ == "__main__":
    torch.save(torch.stack([tokenise(index) for index in range(STEPS * BATCH)]), "tokens.pt")
    tokens = torch.load("tokens.pt", mmap=True)
    loader = DataLoader(
        Samples(lambda index: tokens[index]), batch_size=BATCH, num_workers=1, multiprocessing_context="fork"
    )
    raise SystemExit(report(loader))
