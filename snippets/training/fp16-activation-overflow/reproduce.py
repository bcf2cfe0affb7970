# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""float16 under autocast with a loss scaler: the forward overflows, so no scale helps and no step is taken.

$ python reproduce.py
outputs that are not finite: 632 of 20480, first in wo, in float16
steps applied: 0 of 10, loss scale 64
"""

import torch
from block import Block, train

if __name__ == "__main__":
    raise SystemExit(train(Block(), torch.float16))
