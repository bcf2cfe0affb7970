# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Asked for deterministic algorithms, an operation that has none refuses to run.

$ python reproduce_no_implementation.py
Traceback (most recent call last):
...
RuntimeError: put_ does not have a deterministic implementation, but you set ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.use_deterministic_algorithms(True)
    table = torch.zeros(4)
    table.put_(torch.tensor([0, 0, 1]), torch.tensor([1.0, 2.0, 3.0]))  # which of two values wins is not defined
