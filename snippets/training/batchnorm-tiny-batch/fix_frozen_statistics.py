# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Keep the statistics of pre-training: evaluation mode for the normalisation alone, also after model.train().

$ python fix_frozen_statistics.py
after train(): dropout True, normalisation False
running mean changed by a batch of two: False
a batch of one passes: [1, 8]
"""

import torch
from torch import nn

torch.set_num_threads(1)


class Backbone(nn.Sequential):
    """Pre-trained layers whose batch normalisation stays as it was trained."""

    def train(self, mode: bool = True) -> "Backbone":
        super().train(mode)
        for module in self.modules():
            if isinstance(module, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
                module.eval()
        return self


if __name__ == "__main__":
    model = Backbone(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Dropout(0.1)).train()
    before = model[1].running_mean.clone()
    model(torch.randn(2, 4))
    print(f"after train(): dropout {model[2].training}, normalisation {model[1].training}")
    print("running mean changed by a batch of two:", not torch.equal(before, model[1].running_mean))
    print("a batch of one passes:", list(model(torch.randn(1, 4)).shape))
