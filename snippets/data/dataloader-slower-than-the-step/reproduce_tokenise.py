# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Tokenising on the fly in one worker: where the long documents begin, a batch costs more time than a step.

$ python reproduce_tokenise.py
step 1 loss ... tps ...
...
step 32 loss ... tps ...
the last steps reach ... of the pace of the first
"""

from busy import tokenise
from torch.utils.data import DataLoader
from training import BATCH, Samples, report

if __name__ == "__main__":
    loader = DataLoader(Samples(tokenise), batch_size=BATCH, num_workers=1, multiprocessing_context="fork")
    raise SystemExit(report(loader))
