# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A head that no step's loss needs: do not call it, and static_graph=True holds.

$ python fix_return_what_loss_needs.py
step 1
step 2
step 3
"""

import torch
from late_head import LateHead, end, wrap

if __name__ == "__main__":
    ddp = wrap(LateHead(), static_graph=True)
    for number in (1, 2, 3):
        (main,) = ddp(torch.randn(2, 4), auxiliary=False)
        main.sum().backward()
        print("step", number, flush=True)
    del ddp
    end()
