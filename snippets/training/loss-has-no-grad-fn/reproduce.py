# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A prediction rounded with argmax: the loss is a number that no weight leads to.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 3)
    classes = model(torch.randn(16, 8)).argmax(dim=1)  # whole numbers: no derivative, so no grad_fn
    loss = torch.nn.functional.mse_loss(classes.float(), torch.randint(3, (16,)).float())
    loss.backward()
