# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Remove the last dimension by its number; a bare squeeze() also removes a batch of one.

$ python fix_same_shape.py
explained variance 1.000, predictions 1.70 +- 3.14, loss 0.000
last batch of one: squeeze(-1) gives [1], squeeze() gives []
"""

import torch
from regression import learn
from torch.nn.functional import mse_loss

if __name__ == "__main__":
    failed = learn(lambda prediction, y: mse_loss(prediction.squeeze(-1), y))
    last = torch.zeros(1, 1)
    numbered, bare = list(last.squeeze(-1).shape), list(last.squeeze().shape)
    print(f"last batch of one: squeeze(-1) gives {numbered}, squeeze() gives {bare}")
    raise SystemExit(failed)
