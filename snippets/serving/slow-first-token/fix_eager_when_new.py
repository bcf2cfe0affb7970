# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""After the warm-up nothing compiles any more; a size that was forgotten is answered without a graph.

$ python fix_eager_when_new.py
compilations after readiness: 0, first answer ... ms, median ... ms, ratio ...
"""

import sys

import torch
from server import Server, report

torch.set_num_threads(1)

if __name__ == "__main__":
    server = Server(sizes=(1, 2), dynamic=False)
    torch.compiler.set_stance("eager_on_recompile")  # the last step before readiness
    for _ in range(10):
        for size in (1, 2, 4, 8):
            server.answer(size)
    sys.exit(report(server))
