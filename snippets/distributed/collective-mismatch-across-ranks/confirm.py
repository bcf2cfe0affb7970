# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Without DETAIL the same two calls wait for each other in silence; here gloo gives up after five seconds.

$ torchrun --nproc-per-node=2 --standalone confirm.py
...rank 0 was told: ...Timed out waiting 5000ms for recv operation to complete
"""

import os
from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=5))
    tensor = torch.zeros(1)
    try:
        if dist.get_rank() == 0:
            dist.all_reduce(tensor)
        else:
            dist.broadcast(tensor, src=0)
    except RuntimeError as error:
        if dist.get_rank() == 0:
            print("rank 0 was told:", error, flush=True)  # nothing about what rank 1 called
    os._exit(0)  # the group is broken now; taking it down in order can abort
