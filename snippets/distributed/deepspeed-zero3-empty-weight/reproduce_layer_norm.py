# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A normalization of such a model names both shapes.

$ python reproduce_layer_norm.py
...
...RuntimeError: Expected weight to be of same shape as normalized_shape, but got weight of shape [0] ...
"""

import torch
from zero3 import partitioned


class Normalized(torch.nn.Module):
    """A module with a normalization."""

    def __init__(self) -> None:
        """Make the layer."""
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)


if __name__ == "__main__":
    partitioned(Normalized).norm(torch.ones(2, 8))
