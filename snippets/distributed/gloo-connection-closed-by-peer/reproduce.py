# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 0 starts a send, drops the handle and ends; rank 1 is still waiting for the message.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...RuntimeError: [...gloo/transport/tcp/pair.cc:...] ... [127.0.0.1]:...
...
"""

import os
import time

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    if dist.get_rank() == 0:
        dist.isend(torch.ones(1_000_000), dst=1)
        os._exit(0)  # a worker that has nothing left to do
    time.sleep(2)
    dist.recv(torch.empty(1_000_000), src=0)
