# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""The size is taken from the tensor, so three batch sizes share one graph; the batch has to be even, and that is said.

$ python fix_size_from_shape.py
batch 8: torch.Size([4, 4]), batch 6: torch.Size([3, 4]), batch 10: torch.Size([5, 4])
graphs: 1
"""

import torch
from pinned import call

torch.set_num_threads(1)


def pairs(x: torch.Tensor) -> torch.Tensor:
    """Average neighbouring rows, for any even batch."""
    torch._check(x.shape[0] % 2 == 0)  # noqa: SLF001 - documented in spite of its name
    return x.view(x.shape[0] // 2, 2, 4).mean(1)


if __name__ == "__main__":
    graphs = []
    compiled = torch.compile(pairs, backend=lambda graph, _: graphs.append(graph) or graph.forward)
    print(", ".join(f"batch {size}: {call(compiled, size).shape}" for size in (8, 6, 10)))
    print(f"graphs: {len(graphs)}")
