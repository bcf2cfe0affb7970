# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Once or four times, the step is the same; off by one it is another. And a layer the last one leaves out.

$ python confirm_same_step.py
largest difference to reducing each time: once 0.0000, off by one 0.00...
find_unused_parameters, a layer that only the first micro-batch used: ranks differ by 0.0000
"""

import torch
import torch.distributed as dist
from accumulate import Counted, two_ranks
from fix_no_sync import once
from reproduce import each_time
from reproduce_off_by_one import off_by_one
from torch import nn


class Branches(nn.Module):
    """Two layers, of which a forward uses one."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(64, 1), nn.Linear(64, 1)])

    def forward(self, x: torch.Tensor, which: int) -> torch.Tensor:
        """Go through the layer *which*."""
        return self.layers[which](x)


def unused_in_the_last() -> float:
    """Use one layer in no_sync, the other after it; return the ranks' largest difference in the first's gradients."""
    model = Counted(Branches(), find_unused_parameters=True)
    with model.no_sync():
        model(torch.randn(8, 64), 0).mean().backward()
    model(torch.randn(8, 64), 1).mean().backward()
    low, high = (model.module.layers[0].weight.grad.clone() for _ in range(2))
    dist.all_reduce(low, dist.ReduceOp.MIN)
    dist.all_reduce(high, dist.ReduceOp.MAX)
    return (high - low).max().item()


def main(rank: int) -> int:
    """Compare rank 0's gradients of the three ways."""
    gradients = []
    for way in (each_time, once, off_by_one):
        torch.manual_seed(0)
        model = Counted(nn.Linear(64, 64))
        torch.manual_seed(1 + rank)
        way(model, [torch.randn(8, 64) for _ in range(4)])
        gradients.append(model.module.weight.grad)
    gaps = [(gradient - gradients[0]).abs().max().item() for gradient in gradients[1:]]
    unused = unused_in_the_last()
    if rank == 0:
        print(f"largest difference to reducing each time: once {gaps[0]:.4f}, off by one {gaps[1]:.4f}")
        print(f"find_unused_parameters, a layer that only the first micro-batch used: ranks differ by {unused:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(two_ranks(main))
