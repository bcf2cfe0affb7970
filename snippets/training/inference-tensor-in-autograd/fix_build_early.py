# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The table is built in the constructor as a buffer, before any mode is on; evaluation stays in inference mode.

$ python fix_build_early.py
loss before training: ...
step 1 loss ...
step 2 loss ...
step 3 loss ...
"""

import torch
from rotary import Lazy, evaluate, train


class Early(Lazy):
    """Knows its longest sequence."""

    def __init__(self, longest: int = 16) -> None:
        super().__init__()
        del self.table
        self.register_buffer("table", torch.cos(torch.arange(longest)[:, None] * torch.arange(8) / 8), persistent=False)


if __name__ == "__main__":
    model = Early()
    evaluate(model)
    train(model)
