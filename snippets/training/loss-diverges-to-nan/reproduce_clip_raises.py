# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same run with error_if_nonfinite: it stops at the first norm that is no number, before the weights take it.

$ python reproduce_clip_raises.py
step 1 loss ... grad norm ...
...
RuntimeError: The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped. ...
"""

import torch
from training import model, train


def stop(net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
    """Clip so high that nothing is clipped: only the check is wanted here."""
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1e30, error_if_nonfinite=True)
    optimizer.step()
    return norm.item()


if __name__ == "__main__":
    train(model(), lr=0.3, guard=stop)
