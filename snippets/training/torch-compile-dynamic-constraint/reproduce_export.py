# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""torch.export with a named dimension: the same check under another exception, and a proposal to give up.

$ python reproduce_export.py
...
torch._dynamo.exc.UserError: Constraints violated (batch)! For more information, run with TORCH_LOGS="+dynamic".
  - You marked batch as dynamic but your code specialized it to be a constant (8). ...
Suggested fixes:
  batch = 8
...
"""

import torch
from pinned import with_table

torch.set_num_threads(1)


class Positions(torch.nn.Module):
    """The function as a module, which is what export takes."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add the table."""
        return with_table(x)


if __name__ == "__main__":
    batch = torch.export.Dim("batch")
    torch.export.export(Positions(), (torch.ones(8, 4),), dynamic_shapes={"x": {0: batch}})
