# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", TORCH_FR_BUFFER_SIZE = "200"}
# ///
"""Which collective did each rank enqueue last? The flight recorder of every rank answers; the odd one out is the cause.

$ torchrun --nproc-per-node=3 confirm_flight_recorder.py
...
trace_0 last enqueued: gloo:all_reduce number 4
trace_1 last enqueued: gloo:all_reduce number 3
trace_2 last enqueued: gloo:all_reduce number 4...
"""

import os
import pickle
import sys
import time
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

if __name__ == "__main__":
    rank = int(os.environ["RANK"])
    dist.init_process_group("gloo", timeout=timedelta(seconds=3))
    try:
        for step in range(4):
            if step == 3 and rank == 1:
                time.sleep(4)
                break
            dist.all_reduce(torch.ones(1))
    except RuntimeError:
        pass  # the others' time-out
    Path(f"trace_{rank}").write_bytes(_dump_fr_trace())  # on NCCL the watchdog writes these files by itself
    while rank == 0 and len(list(Path().glob("trace_*"))) < 3:
        time.sleep(0.1)
    if rank == 0:
        time.sleep(0.5)  # the last file may still be growing
        for path in sorted(Path().glob("trace_*")):
            last = pickle.loads(path.read_bytes())["entries"][-1]
            print(path.name, "last enqueued:", last["profiling_name"], "number", last["collective_seq_id"])
    else:
        time.sleep(3)  # rank 0 holds the store
    sys.stdout.flush()
    os._exit(0)
