"""Which GPU each rank takes, compared over all ranks before NCCL is asked. No GPU is needed for the comparison."""

import os
import socket
from collections import defaultdict

import torch.distributed as dist


def physical(index: int) -> str:
    """Return the GPU behind *index*; on a host with GPUs ask torch.cuda.get_device_properties(index).uuid instead."""
    return os.environ["CUDA_VISIBLE_DEVICES"].split(",")[index]


def shared(index: int) -> list[str]:
    """Return a sentence for each GPU that several ranks would use, on every rank."""
    mine = (socket.gethostname(), physical(index))
    claims = [mine] * dist.get_world_size()
    dist.all_gather_object(claims, mine)
    ranks = defaultdict(list)
    for rank, claim in enumerate(claims):
        ranks[claim].append(rank)
    return [f"ranks {who} take GPU {gpu}" for (_, gpu), who in ranks.items() if len(who) > 1]
