# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A stream has no length: before each step all ranks say whether they still have a batch, and stop with the first.

$ torchrun --nproc-per-node=2 --standalone fix_stop_together.py
...steps per rank [2, 2] weights agree True
"""

from collections.abc import Iterable, Iterator

import torch
import torch.distributed as dist
from shards import batches, finish, start, step


def while_all_have(stream: Iterable[torch.Tensor]) -> Iterator[torch.Tensor]:
    """Yield batches of *stream* as long as every rank has one."""
    iterator = iter(stream)
    while True:
        batch = next(iterator, None)
        have = torch.tensor(int(batch is not None))
        dist.all_reduce(have, op=dist.ReduceOp.MIN)
        if not have:
            return
        yield batch


if __name__ == "__main__":
    model, steps = start(), 0
    for batch in while_all_have(batches()):
        step(model, batch)
        steps += 1
    finish(steps, model)
