# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The loss stays a tensor from the prediction on.

$ python fix_tensor_loss.py
the weights moved: True
"""

import torch
from amp import model, step


def boundary_loss(prediction: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Compute with tensors."""
    return (prediction - target).square().mean()


if __name__ == "__main__":
    net = model()
    print("the weights moved:", step(net, torch.optim.SGD(net.parameters(), lr=0.1), boundary_loss) > 0)
