# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""torch.cond holds both branches in the graph, and the device decides; it pays where a branch is dear.

$ python fix_cond.py
graphs: 1, same result below the bound: True, above it: True
"""

import torch
from layers import Graphs, bounded

torch.set_num_threads(1)


def conditional(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Scale in one of two branches; a branch must not return its input itself, hence the clone."""
    hidden = (x @ weight).relu()
    largest = hidden.abs().max()
    hidden = torch.cond(largest > 100, lambda h, m: h * (100 / m), lambda h, _: h.clone(), (hidden, largest))
    return (hidden @ weight.T).tanh()


if __name__ == "__main__":
    backend = Graphs()
    compiled = torch.compile(conditional, backend=backend, fullgraph=True)
    weight, inputs = torch.eye(8) / 200, (torch.ones(4, 8), torch.ones(4, 8) * 100_000)
    same = [torch.allclose(compiled(x, weight), bounded(x, weight)) for x in inputs]
    print(f"graphs: {len(backend.operations)}, same result below the bound: {same[0]}, above it: {same[1]}")
