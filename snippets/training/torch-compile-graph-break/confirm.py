# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""Without fullgraph nothing is raised: one call runs as two graphs, with Python between them.

>>> x, weight = torch.ones(4, 8), torch.ones(8, 8)
>>> found = torch._dynamo.explain(bounded)(x, weight)
>>> found.graph_count, found.graph_break_count
(2, 1)
>>> found.break_reasons[0].user_stack[-1].line
'if hidden.abs().max() > 100:  # the interpreter has to know the value'

Fetching a number breaks the graph by default. fullgraph=True keeps the number symbolic instead, in one graph:

>>> operations(scaled), operations(scaled, fullgraph=True)
([3, 3], [8])
"""

import logging

import torch
from layers import Graphs, bounded, scaled  # noqa: F401 - for the examples above

torch.set_num_threads(1)
logging.getLogger("torch._dynamo").setLevel(logging.ERROR)


def operations(function, **options) -> list[int]:
    """Return how many operations each graph of one call holds."""
    torch.compiler.reset()
    backend = Graphs()
    torch.compile(function, backend=backend, **options)(torch.ones(4, 8), torch.ones(8, 8))
    return backend.operations
