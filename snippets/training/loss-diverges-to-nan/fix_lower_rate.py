# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A thirtieth of the rate, reached over a warm-up, with clipping from the first step: it stays finite and learns.

$ python fix_lower_rate.py
step 1 loss ... grad norm ...
...
step 200 loss ... grad norm ...
every loss is finite, and the last are under a tenth of the first: True
"""

import torch
from training import model, train, verdict


def clip(net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
    norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0, error_if_nonfinite=True)
    optimizer.step()
    return norm.item()


if __name__ == "__main__":
    status = verdict(train(model(), lr=0.01, guard=clip, warmup=20))
    print(f"every loss is finite, and the last are under a tenth of the first: {status == 0}")
    raise SystemExit(status)
