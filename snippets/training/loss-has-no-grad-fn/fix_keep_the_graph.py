# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The scores themselves go into the loss; argmax stays for the metric, where nothing is differentiated.

$ python fix_keep_the_graph.py
grad_fn of the loss: NllLossBackward0
weights with a gradient: 24 of 24
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 3)
    scores, labels = model(torch.randn(16, 8)), torch.randint(3, (16,))
    loss = torch.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    print("grad_fn of the loss:", loss.grad_fn.name())
    print(f"weights with a gradient: {int((model.weight.grad != 0).sum())} of {model.weight.numel()}")
    accuracy = (scores.argmax(dim=1) == labels).float().mean()  # never given to backward
