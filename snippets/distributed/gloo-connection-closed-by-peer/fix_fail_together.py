# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Exchange errors before the collective: every rank stops with the first cause, and none with a closed connection.

$ torchrun --nproc-per-node=2 --standalone fix_fail_together.py
...rank 0 stops: rank 1: ValueError: bad sample in shard 17
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def first_error(error: BaseException | None) -> str | None:
    """Tell all ranks what happened here, and return the first rank's error, the same on all."""
    mine = error and f"rank {dist.get_rank()}: {type(error).__name__}: {error}"
    everyone: list[str | None] = [None] * dist.get_world_size()
    dist.all_gather_object(everyone, mine)
    return next((text for text in everyone if text), None)


def load(rank: int) -> torch.Tensor:
    """Return this rank's batch; rank 1's is broken."""
    if rank == 1:
        raise ValueError("bad sample in shard 17")
    return torch.ones(4)


if __name__ == "__main__":
    dist.init_process_group("gloo")
    rank, error = dist.get_rank(), None
    try:
        batch = load(rank)
    except ValueError as raised:
        error = raised
    if cause := first_error(error):
        if rank == 0:
            print("rank 0 stops:", cause, flush=True)  # a real job raises here, on every rank
    else:
        dist.all_reduce(batch)
    dist.barrier()
    dist.destroy_process_group()
