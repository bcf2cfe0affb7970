# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""How often does each parameter report its gradient in one backward? One process, no DDP.

$ python confirm.py
use_reentrant=True {'input.weight': 1, 'input.bias': 1, 'block.weight': 2, 'block.bias': 2}
use_reentrant=False {'input.weight': 1, 'input.bias': 1, 'block.weight': 1, 'block.bias': 1}
"""

from collections import Counter
from functools import partial

import torch
from shared_block import SharedBlock


def count(fired: Counter[str], name: str, _: torch.Tensor) -> None:
    """Note that the gradient of parameter *name* is ready."""
    fired[name] += 1


if __name__ == "__main__":
    for use_reentrant in (True, False):
        model, fired = SharedBlock(times=2, use_reentrant=use_reentrant), Counter[str]()
        for name, parameter in model.named_parameters():
            parameter.register_post_accumulate_grad_hook(partial(count, fired, name))
        model(torch.randn(2, 4)).sum().backward()
        print(f"{use_reentrant=}", {name: fired[name] for name, _ in model.named_parameters()})
