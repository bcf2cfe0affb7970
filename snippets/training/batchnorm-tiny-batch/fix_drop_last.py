# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Leave out the incomplete last batch in training; shuffling brings its samples back in the next epoch.

$ python fix_drop_last.py
batch sizes [4, 4], samples seen over 20 epochs: 9 of 9
"""

import torch
from torch import nn
from torch.utils.data import DataLoader

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    data = torch.arange(9.0)[:, None].expand(9, 4)
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU())
    loader = DataLoader(data, batch_size=4, shuffle=True, drop_last=True)
    seen: set[float] = set()
    for _ in range(20):
        sizes = []
        for batch in loader:
            model(batch)
            sizes.append(len(batch))
            seen |= set(batch[:, 0].tolist())
    print(f"batch sizes {sizes}, samples seen over 20 epochs: {len(seen)} of 9")
