# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Tell DeepSpeed that a module's forward uses a weight that another module owns.

$ python fix_register_external.py
...
scores: [1, 2, 16]
"""

import deepspeed
import torch
from zero3 import CONFIG, TOKENS, Model, partitioned


class TiedByList(Model):
    """Scores words by the embedding's weight, which it holds in a list and has registered."""

    def __init__(self) -> None:
        """Keep the shared weight aside, and say so."""
        super().__init__()
        self.shared = [self.words.weight]
        deepspeed.zero.register_external_parameter(self, self.words.weight)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return a score for each word."""
        return torch.nn.functional.linear(super().forward(tokens), self.shared[0])


if __name__ == "__main__":
    engine, *_ = deepspeed.initialize(model=partitioned(TiedByList), config=CONFIG)
    print("scores:", list(engine(TOKENS).shape))
