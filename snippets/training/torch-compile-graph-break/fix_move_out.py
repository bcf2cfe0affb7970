# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""What is to be printed is returned, and printed by the caller, once every hundred steps.

$ python fix_move_out.py
step 0: mean of hidden 8.0
step 100: mean of hidden 8.0
graphs: 1
"""

import torch
from layers import Graphs

torch.set_num_threads(1)


def silent(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the result, and the mean beside it."""
    hidden = (x @ weight).relu()
    return (hidden @ weight.T).tanh(), hidden.detach().mean()


if __name__ == "__main__":
    backend = Graphs()
    compiled = torch.compile(silent, backend=backend, fullgraph=True)
    for step in range(200):
        _, mean = compiled(torch.ones(4, 8), torch.ones(8, 8))
        if step % 100 == 0:
            print(f"step {step}: mean of hidden {mean.item():.1f}")
    print(f"graphs: {len(backend.operations)}")
