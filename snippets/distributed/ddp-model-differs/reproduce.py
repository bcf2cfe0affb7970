# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Each rank counts the classes of its own shard; rank 1's shard happens to hold one class more.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...RuntimeError: [1]: params[0] in this process with sizes [4, 8] appears not to match sizes of the same param ...
"""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

torch.set_num_threads(1)

SHARDS = (["cat", "dog", "cat", "owl"], ["owl", "dog", "eel", "cat"])

if __name__ == "__main__":
    dist.init_process_group("gloo")
    classes = sorted(set(SHARDS[dist.get_rank()]))
    DistributedDataParallel(torch.nn.Linear(8, len(classes)))
