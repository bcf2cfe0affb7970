# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Within an engine: forward reaches another module's weight through a list, where DeepSpeed does not see it.

$ python reproduce_unseen_access.py
...
...RuntimeError: size mismatch, got input (2), mat (2x8), vec (0)
"""

import deepspeed
import torch
from zero3 import CONFIG, TOKENS, Model, partitioned


class TiedByList(Model):
    """Scores words by the embedding's weight, which it holds in a list."""

    def __init__(self) -> None:
        """Keep the shared weight aside."""
        super().__init__()
        self.shared = [self.words.weight]

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return a score for each word."""
        return torch.nn.functional.linear(super().forward(tokens), self.shared[0])


if __name__ == "__main__":
    engine, *_ = deepspeed.initialize(model=partitioned(TiedByList), config=CONFIG)
    engine(TOKENS)
