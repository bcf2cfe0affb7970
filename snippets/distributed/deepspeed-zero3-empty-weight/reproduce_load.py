# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A plain load_state_dict into a partitioned model compares the checkpoint with an empty tensor.

$ python reproduce_load.py
...
...RuntimeError: Error(s) in loading state_dict for Embedding:
...size mismatch for weight: copying a param with shape ... current model is torch.Size([0]).
"""

import torch
from zero3 import partitioned

if __name__ == "__main__":
    partitioned().words.load_state_dict({"weight": torch.ones(16, 8)})
