# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""Unequal lengths: tell each other the sizes, pad to the longest, cut the padding off afterwards.

$ torchrun --nproc-per-node=2 --standalone fix_pad_to_longest.py
...[0.0, 1.0, 2.0, 0.0, 1.0]
"""

from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def gather_unequal(values: torch.Tensor) -> torch.Tensor:
    """Return the concatenation over ranks of one-dimensional *values* of any length."""
    sizes = [torch.zeros(1, dtype=torch.int64) for _ in range(dist.get_world_size())]
    dist.all_gather(sizes, torch.tensor([len(values)]))
    longest = int(max(sizes))
    padded = torch.cat([values, values.new_zeros(longest - len(values))])
    gathered = [torch.empty_like(padded) for _ in sizes]
    dist.all_gather(gathered, padded)
    return torch.cat([part[: int(size)] for part, size in zip(gathered, sizes, strict=True)])


if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    everyone = gather_unequal(torch.arange(3.0 if dist.get_rank() == 0 else 2.0))
    if dist.get_rank() == 0:
        print(everyone.tolist(), flush=True)
    dist.destroy_process_group()
