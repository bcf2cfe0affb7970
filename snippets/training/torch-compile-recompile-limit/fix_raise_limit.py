# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""There are twenty widths and no more, so the limit may be above twenty; each adapter compiles once.

$ python fix_raise_limit.py
graphs compiled: 20, calls served by one of them: 40 of 40
"""

import sys

import torch
from counting import Counting
from torch._dynamo import config
from widths import run_twice

torch.set_num_threads(1)

if __name__ == "__main__":
    config.recompile_limit = 32
    backend = Counting()
    run_twice(backend)
    print(backend)
    sys.exit(backend.served < 40)
