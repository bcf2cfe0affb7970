# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Two ranks: one norm per mesh, made plain, combined, and applied to each group of gradients.

$ torchrun --nproc-per-node=2 --standalone fix_norm_per_mesh.py
...norm 8.0000, after clipping 1.0000
"""

from collections import defaultdict
from collections.abc import Iterable

import torch
import torch.distributed as dist
from torch.nn.utils import clip_grads_with_norm_, get_total_norm
from two_meshes import parameters


def clip_over_meshes(weights: Iterable[torch.nn.Parameter], max_norm: float) -> torch.Tensor:
    """Clip gradients that lie on several meshes by their common norm (2-norm), and return it."""
    groups = defaultdict(list)
    for weight in weights:
        groups[weight.grad.device_mesh].append(weight)
    norms = [get_total_norm([w.grad for w in group]).full_tensor() for group in groups.values()]
    total = torch.linalg.vector_norm(torch.stack(norms))
    for group in groups.values():
        clip_grads_with_norm_(group, max_norm, total)
    return total


if __name__ == "__main__":
    dist.init_process_group("gloo")
    weights = parameters(dist.get_world_size())
    total = clip_over_meshes(weights, 1.0)
    after = torch.stack([w.grad.full_tensor().square().sum() for w in weights]).sum().sqrt()
    if dist.get_rank() == 0:
        print(f"norm {total.item():.4f}, after clipping {after.item():.4f}", flush=True)
    dist.barrier()
    dist.destroy_process_group()
