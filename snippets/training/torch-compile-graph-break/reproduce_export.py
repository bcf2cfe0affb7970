# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""torch.export meets the same branch; by default it does not run Dynamo and asks for the value in other words.

$ python reproduce_export.py
...
torch.fx.experimental.symbolic_shapes.GuardOnDataDependentSymNode: Could not guard on data-dependent expression ...
...
"""

import torch
from layers import bounded

torch.set_num_threads(1)


class Layer(torch.nn.Module):
    """The function as a module, which is what export takes."""

    def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        """Call the function."""
        return bounded(x, weight)


if __name__ == "__main__":
    torch.export.export(Layer(), (torch.ones(4, 8), torch.ones(8, 8)))
