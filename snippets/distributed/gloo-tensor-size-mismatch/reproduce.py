# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Expert-parallel dispatch that takes its own send counts for its receive counts; rank 1 sends rank 0 one row too many.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...[enforce fail at ...pair.cc:...] op.preamble.length <= op.nbytes. 64 vs 32...
...
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

ROUTED = ([3, 1], [2, 2])  # rows that each rank routes to the experts of rank 0 and of rank 1

if __name__ == "__main__":
    dist.init_process_group("gloo")
    send = ROUTED[dist.get_rank()]
    rows, received = torch.ones(sum(send), 8), torch.empty(sum(send), 8)
    dist.all_to_all_single(received, rows, output_split_sizes=send, input_split_sizes=send)
    dist.barrier()
