# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Tell DTensor once how the operator may be sharded; every later call then works.

$ python fix_register_sharding.py
doubled [1.0, 5.0, 3.0] placed (Shard(dim=0),)
"""

import torch
from histogram import inputs
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.experimental import register_sharding


@torch.library.custom_op("bins::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    """Double *x*."""
    return x * 2


double.register_fake(torch.empty_like)


@register_sharding(torch.ops.bins.double.default)
def double_sharding(x: torch.Tensor) -> list[tuple[list, list]]:
    """Elementwise: the output is placed like the input, by any dimension or not at all."""
    return [([Replicate()], [Replicate()]), *(([Shard(d)], [Shard(d)]) for d in range(x.ndim))]


if __name__ == "__main__":
    doubled = double(inputs()[1])
    print("doubled", doubled.full_tensor().tolist(), "placed", doubled.placements)
