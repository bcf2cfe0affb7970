# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""A layer branches on the largest activation, and the caller asks for one graph.

$ python reproduce.py
...
torch._dynamo.exc.Unsupported: Data-dependent branching
  Explanation: Detected data-dependent branching ...
...
from user code:
   File "...layers.py", line ..., in bounded
    if hidden.abs().max() > 100:  # the interpreter has to know the value
...
"""

import torch
from layers import bounded

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.compile(bounded, backend="eager", fullgraph=True)(torch.ones(4, 8), torch.ones(8, 8))
