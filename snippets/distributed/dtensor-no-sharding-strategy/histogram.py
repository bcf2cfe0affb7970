"""Sharded values and the bin edges to sort them into, over one process on the CPU."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor

torch.set_num_threads(1)


def inputs() -> tuple[DTensor, DTensor]:
    """Return replicated edges and sharded values."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    mesh = init_device_mesh("cpu", (1,))
    edges = distribute_tensor(torch.arange(4.0), mesh, [Replicate()])
    return edges, distribute_tensor(torch.tensor([0.5, 2.5, 1.5]), mesh, [Shard(0)])
