# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The other way round: the targets are a column of a table, [256, 1], and the prediction is squeezed.

$ python reproduce_target_column.py
...UserWarning: Using a target size (torch.Size([256, 1])) that is different to the input size ...
...
explained variance 0.000, predictions 1.70 +- 0.00, loss 9.794
"""

from regression import learn
from torch.nn.functional import mse_loss

if __name__ == "__main__":
    raise SystemExit(learn(lambda prediction, y: mse_loss(prediction.squeeze(-1), y[:, None])))
