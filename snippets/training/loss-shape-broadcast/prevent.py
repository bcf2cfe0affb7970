# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two guards: the warning as an error, and a comparison of shapes in front of a loss written by hand.

$ python prevent.py
warning made an error: True
shapes compared: prediction [4, 1], target [4]
"""

import warnings

import torch
from torch.nn.functional import mse_loss


def squared_error(prediction: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Return the mean squared error of tensors of one shape, and refuse others."""
    if prediction.shape != target.shape:
        raise ValueError(f"prediction {list(prediction.shape)}, target {list(target.shape)}")
    return (prediction - target).pow(2).mean()


if __name__ == "__main__":
    warnings.filterwarnings("error", message="Using a target size")
    try:
        mse_loss(torch.zeros(4, 1), torch.zeros(4))
    except UserWarning:
        print("warning made an error: True")
    try:
        squared_error(torch.zeros(4, 1), torch.zeros(4))
    except ValueError as error:
        print("shapes compared:", error)
