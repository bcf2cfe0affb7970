# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A learning rate of 0.3 where 0.01 learns: the loss grows over decades, turns nan, and the loop goes on.

$ python reproduce.py
step 1 loss ... grad norm ...
...
step 200 loss nan grad norm nan
weights that are finite: 0 of 20865
"""

import torch
from training import model, plain, train, verdict

if __name__ == "__main__":
    net = model()
    losses = train(net, lr=0.3, guard=plain)
    weights = torch.nn.utils.parameters_to_vector(net.parameters())
    print(f"weights that are finite: {int(weights.isfinite().sum())} of {weights.numel()}")
    raise SystemExit(verdict(losses))
