# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A module that counts its steps in a Python int: each step needs a graph of its own, and the ninth gets none.

$ python reproduce.py
...torch._dynamo hit config.recompile_limit (8)
...   function: 'forward' (counting.py:...)
...   last reason: 0/7: self.step == 7 ...
graphs compiled: 8, calls served by one of them: 8 of 40
"""

import sys

import torch
from counting import Counting, Ramp

torch.set_num_threads(1)

if __name__ == "__main__":
    backend = Counting()
    model = torch.compile(Ramp(), backend=backend)
    for _ in range(40):
        model(torch.ones(2, 8))
    print(backend)
    sys.exit(backend.served < 40)
