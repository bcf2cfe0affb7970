# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The other way round there is no error: a message that is too short leaves the rest of the buffer as it was.

$ torchrun --nproc-per-node=2 --standalone confirm_short_message.py
...rank 1 expected [0, 0, 0, 0] and has [0, 0, 7, 7]
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    buffer = torch.zeros(2, dtype=torch.int64) if rank == 0 else torch.full((4,), 7)
    dist.broadcast(buffer, src=0)
    if rank == 1:
        print("rank 1 expected [0, 0, 0, 0] and has", buffer.tolist(), flush=True)
    dist.barrier()
    dist.destroy_process_group()
