# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A growing sum is told from a constant factor: three batches, and the length of what is applied over the batch's own.

$ python confirm.py
never cleared: 1.0 2.0 3.0
loss not divided in a window of three: 3.0 3.0 3.0
cleared: 1.0 1.0 1.0
"""

import torch

torch.set_num_threads(1)


def lengths(window: int, clear: bool) -> str:
    """Return the applied over the single gradient for three steps on one batch, without changing the weights."""
    torch.manual_seed(0)
    model, x = torch.nn.Linear(4, 1), torch.randn(8, 4)
    single = torch.autograd.grad(model(x).mean(), model.weight)[0].norm()
    found = []
    for _ in range(3):
        if clear:
            model.zero_grad()
        for _ in range(window):
            model(x).mean().backward()
        found.append(f"{(model.weight.grad.norm() / single).item():.1f}")
    return " ".join(found)


if __name__ == "__main__":
    print("never cleared:", lengths(1, clear=False))
    print("loss not divided in a window of three:", lengths(3, clear=True))
    print("cleared:", lengths(1, clear=True))
