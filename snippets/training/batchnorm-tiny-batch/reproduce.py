# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Nine samples in batches of four: the last batch holds one, whose variance does not exist.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 8])
"""

import torch
from torch import nn
from torch.utils.data import DataLoader

torch.set_num_threads(1)

if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU())
    for batch in DataLoader(torch.randn(9, 4), batch_size=4, shuffle=True):
        model(batch)
