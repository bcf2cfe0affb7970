# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Forty batch sizes and one graph: the size is marked as dynamic before the first call.

$ python fix_dynamic_sizes.py
graphs compiled: 1, calls served by one of them: 40 of 40
"""

import sys

import torch
from counting import Counting
from torch._dynamo import mark_dynamic

torch.set_num_threads(1)

if __name__ == "__main__":
    backend = Counting()
    function = torch.compile(lambda x: x.sin().sum(0), backend=backend)
    for size in range(2, 42):
        x = torch.ones(size, 4)
        mark_dynamic(x, 0)
        function(x)
    print(backend)
    sys.exit(backend.served < 40)
