# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""Class weights on the CPU, predictions and labels on a fake GPU: fake tensors have a device and no memory.

$ python reproduce_fake_gpu.py
Traceback (most recent call last):
...
...FakeTensorDeviceMismatchError: Expected all tensors to be on the same device, but found at least two devices, ...
"""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

torch.set_num_threads(1)

if __name__ == "__main__":
    with FakeTensorMode():  # checks devices as torch.compile does, and needs no GPU
        criterion = torch.nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 5.0]))
        predictions, labels = torch.ones(8, 3, device="cuda"), torch.zeros(8, dtype=torch.long, device="cuda")
        criterion(predictions, labels)
