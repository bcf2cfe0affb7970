# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Keep the handle, and wait for it before leaving.

$ torchrun --nproc-per-node=2 --standalone fix_wait_for_send.py
...rank 1 received 1000000 ones
"""

import os
import time

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    if dist.get_rank() == 0:
        work = dist.isend(torch.ones(1_000_000), dst=1)
        work.wait()
    else:
        time.sleep(2)
        message = torch.empty(1_000_000)
        dist.recv(message, src=0)
        print(f"rank 1 received {message.sum():.0f} ones", flush=True)
    dist.barrier()  # nobody leaves while another still reads
    os._exit(0)
