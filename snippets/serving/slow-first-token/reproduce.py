# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Ready at once, and compiled by the first requests: each new batch size makes a client wait.

$ python reproduce.py
compilations after readiness: 4, first answer ... ms, median ... ms, ratio ...
"""

import sys

import torch
from server import Server, report

torch.set_num_threads(1)

if __name__ == "__main__":
    server = Server(dynamic=False)
    for _ in range(10):
        for size in (1, 2, 4, 8):
            server.answer(size)
    sys.exit(report(server))
