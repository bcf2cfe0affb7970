# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Each value is looked up by itself: do it on the local shards, and say what the result is.

$ python fix_local_map.py
bins [1, 3, 2] placed (Shard(dim=0),)
"""

import torch
from histogram import inputs
from torch.distributed.tensor import Shard
from torch.distributed.tensor.experimental import local_map

if __name__ == "__main__":
    edges, values = inputs()
    look_up = local_map(torch.searchsorted, out_placements=[Shard(0)], in_placements=(None, [Shard(0)]))
    bins = look_up(edges.to_local(), values)
    print("bins", bins.full_tensor().tolist(), "placed", bins.placements)
