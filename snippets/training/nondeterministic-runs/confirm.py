# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""How far apart tells why: sums in another order differ in the last digits, runs of another seed in the first.

$ python confirm.py
the same numbers summed in another order: below 1e-5 True, equal False
another seed: above 1e-2 True
"""

import torch

torch.set_num_threads(1)


def apart(a: torch.Tensor, b: torch.Tensor) -> float:
    """Return the relative difference."""
    return ((a - b).abs() / a.abs()).item()


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.rand(1000, 1000)
    total = torch.zeros(())
    for row in x.sum(1):
        total = total + row
    backwards = torch.zeros(())
    for row in x.sum(1).flip(0):
        backwards = backwards + row
    order = apart(total, backwards)
    print(f"the same numbers summed in another order: below 1e-5 {order < 1e-5}, equal {order == 0}")
    torch.manual_seed(0)
    first = torch.nn.Linear(8, 1)(torch.ones(8))
    torch.manual_seed(1)
    print(f"another seed: above 1e-2 {apart(first, torch.nn.Linear(8, 1)(torch.ones(8))) > 1e-2}")
