# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""The factor is always applied; torch.where makes it 1 where nothing is to be done. One graph for both outcomes.

$ python fix_where.py
graphs: 1, same result below the bound: True, above it: True
"""

import torch
from layers import Graphs, bounded

torch.set_num_threads(1)


def branchless(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Scale by a factor that is 1 up to the bound."""
    hidden = (x @ weight).relu()
    largest = hidden.abs().max()
    hidden = hidden * torch.where(largest > 100, 100 / largest, 1.0)
    return (hidden @ weight.T).tanh()


if __name__ == "__main__":
    backend = Graphs()
    compiled = torch.compile(branchless, backend=backend, fullgraph=True)
    weight, inputs = torch.eye(8) / 200, (torch.ones(4, 8), torch.ones(4, 8) * 100_000)
    same = [torch.allclose(compiled(x, weight), bounded(x, weight)) for x in inputs]
    print(f"graphs: {len(backend.operations)}, same result below the bound: {same[0]}, above it: {same[1]}")
