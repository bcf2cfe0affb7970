# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The class weights of a loss stay behind: the criterion is a module of its own, and only the model was moved.

$ python reproduce_loss_weight.py
Traceback (most recent call last):
...
RuntimeError: Tensor on device cpu is not on the expected device meta!
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    model = torch.nn.Linear(4, 3).to("meta")
    criterion = torch.nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 5.0]))  # not part of the model
    x, labels = torch.ones(8, 4, device="meta"), torch.zeros(8, dtype=torch.long, device="meta")
    criterion(model(x), labels)
