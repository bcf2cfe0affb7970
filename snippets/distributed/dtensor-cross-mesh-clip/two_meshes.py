"""A dense weight on the data-parallel mesh and an expert on the expert-parallel one, with gradients of ones."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

torch.set_num_threads(1)


def parameters(ranks: int) -> list[torch.nn.Parameter]:
    """Return both weights over an expert mesh of *ranks* ranks; 32 elements each, so the true norm is 8."""
    mesh = init_device_mesh("cpu", (1, ranks), mesh_dim_names=("dp", "ep"))
    weights = []
    for name in ("dp", "ep"):
        weight = torch.nn.Parameter(distribute_tensor(torch.ones(8, 4), mesh[name], [Shard(0)]))
        weight.grad = torch.ones_like(weight)
        weights.append(weight)
    return weights


def start_alone() -> None:
    """Make a group of one process."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
