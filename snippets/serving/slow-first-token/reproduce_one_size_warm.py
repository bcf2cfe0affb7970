# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A warm-up of a single request, as a health check makes it, and the first batch of eight has to wait all the same.

$ python reproduce_one_size_warm.py
compilations after readiness: 1, first answer ... ms, median ... ms, ratio ...
"""

import sys

import torch
from server import Server, report

torch.set_num_threads(1)

if __name__ == "__main__":
    server = Server(sizes=(1,))
    for _ in range(40):
        server.answer(8)
    sys.exit(report(server))
