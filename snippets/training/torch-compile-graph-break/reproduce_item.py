# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""A number is fetched where a graph break is forbidden but fullgraph=True is not set, which would keep it symbolic.

$ python reproduce_item.py
...
torch._dynamo.exc.Unsupported: Unsupported Tensor.item() call with capture_scalar_outputs=False
...
    return (hidden / max(hidden.max().item(), 1.0)) @ weight.T
...
"""

import torch
from layers import scaled
from torch._dynamo import error_on_graph_break

torch.set_num_threads(1)

if __name__ == "__main__":
    with error_on_graph_break(True):
        torch.compile(scaled, backend="eager")(torch.ones(4, 8), torch.ones(8, 8))
