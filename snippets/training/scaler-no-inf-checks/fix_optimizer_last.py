# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The optimizer is built from the model as it will be trained.

$ python fix_optimizer_last.py
the weights moved: True
"""

import torch
from amp import model, step
from torch.nn.functional import mse_loss

if __name__ == "__main__":
    net = model().requires_grad_(False)
    net[2] = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)
    print("the weights moved:", step(net, optimizer, mse_loss) > 0)
