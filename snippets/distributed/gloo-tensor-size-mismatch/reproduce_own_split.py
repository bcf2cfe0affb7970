# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""What a rank sends to itself must be as long as what it expects from itself; one process shows it.

$ python reproduce_own_split.py
...
...[enforce fail at ...alltoallv.cc:...] inLengthPerRank[myRank] == outLengthPerRank[myRank]...
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    rows, received = torch.ones(4, 8), torch.empty(5, 8)
    dist.all_to_all_single(received, rows, output_split_sizes=[5], input_split_sizes=[4])
