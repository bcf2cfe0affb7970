# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Which samplers need to be told? The distributed one; the loader's own shuffle draws a new seed each time.

$ python confirm.py
DistributedSampler, epoch never set: 1 of 3 orders
DistributedSampler, epoch set: 3 of 3 orders
DataLoader(shuffle=True): 3 of 3 orders
"""

import torch
from orders import EPOCHS, SAMPLES, epochs

if __name__ == "__main__":
    print("DistributedSampler, epoch never set:", len(set(epochs(lambda _s, _e: None))), "of 3 orders")
    print("DistributedSampler, epoch set:", len(set(epochs(lambda s, e: s.set_epoch(e)))), "of 3 orders")
    torch.manual_seed(0)
    loader = torch.utils.data.DataLoader(torch.arange(SAMPLES), shuffle=True)
    print("DataLoader(shuffle=True):", len({tuple(map(int, loader)) for _ in range(EPOCHS)}), "of 3 orders")
