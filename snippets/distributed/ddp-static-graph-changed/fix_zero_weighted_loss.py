# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Keep static_graph=True, and keep its promise: each step's loss depends on both heads, on one with weight zero.

$ python fix_zero_weighted_loss.py
step 1 auxiliary
step 2 main
step 3 main
step 4 auxiliary
"""

import torch
from late_head import LateHead, end, train, wrap


class EveryHead(LateHead):
    """The same model, whose outputs depend on all of its parameters."""

    def forward(self, x: torch.Tensor, *, auxiliary: bool) -> tuple[torch.Tensor, ...]:
        """Weigh the auxiliary head with one or zero."""
        hidden = self.trunk(x)
        return self.main(hidden), float(auxiliary) * self.auxiliary(hidden)


if __name__ == "__main__":
    train(wrap(EveryHead(), static_graph=True), steps=(True, False, False, True))
    end()
