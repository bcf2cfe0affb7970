# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Give every parameter a gradient, of zero, in every step: no search of the graph, same reduction everywhere.

$ torchrun --nproc-per-node=2 --standalone fix_zero_weighted_loss.py
...3 steps done
"""

import torch
from two_heads import TwoHeads, train


class EveryHead(TwoHeads):
    """The same model, whose output depends on all of its parameters."""

    def forward(self, x: torch.Tensor, *, auxiliary: bool) -> torch.Tensor:
        """Add zero times the head that this batch does not use."""
        hidden = self.trunk(x)
        main, other = self.main(hidden), self.auxiliary(hidden)
        return other + 0.0 * main if auxiliary else main + 0.0 * other


if __name__ == "__main__":
    train(EveryHead(), steps=(False, True, False))
