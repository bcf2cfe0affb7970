# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Every step does the same, but forward returns an output that the loss leaves out.

$ python reproduce_dropped_output.py
step 1
step 2
...
...RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one. ...
...Parameter indices which did not receive grad for rank 0: 4 5
...
"""

import torch
from late_head import LateHead, wrap

if __name__ == "__main__":
    ddp = wrap(LateHead(), static_graph=True)
    for number in (1, 2, 3):
        main, _ = ddp(torch.randn(2, 4), auxiliary=True)
        main.sum().backward()
        print("step", number, flush=True)
