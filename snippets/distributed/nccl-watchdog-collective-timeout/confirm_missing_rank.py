# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo"}
# ///
"""monitored_barrier, on a gloo group beside the NCCL one, names the rank that did not come, in seconds.

$ torchrun --nproc-per-node=3 confirm_missing_rank.py
...
rank 0: ...Ranks 1 failed to pass monitoredBarrier in 2000 ms...
"""

import os
import time
from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    rank = int(os.environ["RANK"])
    dist.init_process_group("gloo")  # in a job on GPUs: dist.new_group(backend="gloo") once, after init
    try:
        if rank == 1:
            time.sleep(3)  # stuck elsewhere
        else:
            dist.monitored_barrier(timeout=timedelta(seconds=2), wait_all_ranks=True)
    except RuntimeError as error:
        if rank == 0:  # the others only hear that rank 0 gave up
            print(f"rank 0: {error}", flush=True)
    time.sleep(2)
    os._exit(0)  # the group is broken now; leaving it in order would wait for the missing rank
