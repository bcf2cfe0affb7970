# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""The batch is marked as dynamic, and a view with literal sizes allows eight rows only.

$ python reproduce.py
...
torch.fx.experimental.symbolic_shapes.ConstraintViolationError: Constraints violated (L['x'].size()[0])! ...
  - You marked L['x'].size()[0] as dynamic but your code specialized it to be a constant (8). ...
...
"""

import torch
from pinned import call, pairs

torch.set_num_threads(1)

if __name__ == "__main__":
    call(torch.compile(pairs, backend="eager"))
