# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Every size that traffic brings is answered once before the server says that it is ready.

$ python fix_warm_every_size.py
compilations after readiness: 0, first answer ... ms, median ... ms, ratio ...
"""

import sys

import torch
from server import Server, report

torch.set_num_threads(1)

if __name__ == "__main__":
    server = Server(sizes=(1, 2, 4, 8), dynamic=False)
    for _ in range(10):
        for size in (1, 2, 4, 8):
            server.answer(size)
    sys.exit(report(server))
