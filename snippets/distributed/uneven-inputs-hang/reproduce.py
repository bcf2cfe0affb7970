# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 1 has no third batch and goes on to its validation; rank 0 waits for it in the third backward.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...RuntimeError: [...unbound_buffer.cc:...] Timed out waiting 4000ms for recv operation to complete...
"""

import time

import torch.distributed as dist
from shards import batches, start, step

if __name__ == "__main__":
    model = start(seconds=4)
    for number, batch in enumerate(batches()):
        step(model, batch)
        print(f"rank {dist.get_rank()} step {number} done", flush=True)
    time.sleep(60)  # validation, a checkpoint: no collective here
