# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""First exchange how many rows go from each rank to each, then the rows.

$ torchrun --nproc-per-node=2 --standalone fix_exchange_counts.py
...rank 0 got 5 rows: 3 of rank 0, 2 of rank 1
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

ROUTED = ([3, 1], [2, 2])

if __name__ == "__main__":
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    send = ROUTED[rank]
    counts = torch.empty(2, dtype=torch.int64)
    dist.all_to_all_single(counts, torch.tensor(send))
    receive = counts.tolist()
    rows, received = torch.full((sum(send), 8), float(rank)), torch.empty(sum(receive), 8)
    dist.all_to_all_single(received, rows, output_split_sizes=receive, input_split_sizes=send)
    if rank == 0:
        of_rank_1 = int(received[:, 0].sum())
        print(
            f"rank 0 got {len(received)} rows: {len(received) - of_rank_1} of rank 0, {of_rank_1} of rank 1", flush=True
        )
    dist.barrier()
    dist.destroy_process_group()
