# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""A number from a tensor decides a branch that never comes; torch._check says so, and both tools trace one graph.

$ python fix_check.py
graphs: 1, export: True
"""

import torch
from layers import Graphs

torch.set_num_threads(1)


class Head(torch.nn.Module):
    """The mean of the first rows; *rows* holds how many, which is never more than there are."""

    def forward(self, x: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Sum the rows and divide."""
        count = rows.item()
        torch._check(count <= 64)  # noqa: SLF001 - documented in spite of its name
        if count > 64:  # the line above decides it
            raise ValueError("too many rows")
        return x.sum(0) / count


if __name__ == "__main__":
    backend, example = Graphs(), (torch.ones(64, 8), torch.tensor(32))
    torch.compile(Head(), backend=backend, fullgraph=True)(*example)
    exported = torch.export.export(Head(), example).module()(*example)
    print(f"graphs: {len(backend.operations)}, export: {torch.equal(exported, Head()(*example))}")
