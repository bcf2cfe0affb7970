# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Gather the weights for as long as they are touched; with modifier_rank, what one rank writes is kept by all.

$ python fix_gather.py
...
loaded 128 ones, and looked up [1, 2, 8]
"""

import deepspeed
import torch
from zero3 import TOKENS, partitioned

if __name__ == "__main__":
    words = partitioned().words
    with deepspeed.zero.GatheredParameters(list(words.parameters()), modifier_rank=0):
        words.load_state_dict({"weight": torch.ones(16, 8)})
    with deepspeed.zero.GatheredParameters(words.weight):
        vectors = torch.nn.functional.embedding(TOKENS, words.weight)
        print(f"loaded {int(words.weight.sum())} ones, and looked up {list(vectors.shape)}")
