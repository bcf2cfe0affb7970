# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Rank 1 has nothing left to do, and waits for rank 0, which still has to gather the results, before it leaves.

$ torchrun --nproc-per-node=2 --standalone fix_leave_together.py
...
rank 0 wrote 2 results, and all left together
"""

import time

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")  # "nccl" on GPUs
    rank, results = dist.get_rank(), [None, None]
    if rank == 0:
        time.sleep(0.3)  # an evaluation that only rank 0 does
    dist.all_gather_object(results, f"loss of rank {rank}")
    if rank == 0:
        print(f"rank 0 wrote {len(results)} results, and all left together", flush=True)
    dist.barrier()  # nobody ends while another may still need it
    dist.destroy_process_group()
