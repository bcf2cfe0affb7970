# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""A print of a tensor stops the trace as well, under another headline.

$ python reproduce_print.py
...
torch._dynamo.exc.Unsupported: Failed to trace builtin operator
  Explanation: Dynamo does not know how to trace builtin operator `print` ...
...
    print("mean of hidden", hidden.mean())
...
"""

import torch
from layers import talkative

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.compile(talkative, backend="eager", fullgraph=True)(torch.ones(4, 8), torch.ones(8, 8))
