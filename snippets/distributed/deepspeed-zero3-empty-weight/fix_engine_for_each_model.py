# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Give the second model an engine too: its hooks gather each weight for the forward of its module.

$ python fix_engine_for_each_model.py
...
teacher's output: [1, 2, 8]
"""

import deepspeed
import torch
from zero3 import CONFIG, TOKENS, partitioned

if __name__ == "__main__":
    teacher, *_ = deepspeed.initialize(model=partitioned(), config=CONFIG)  # no optimizer: it is only called
    teacher.eval()
    with torch.no_grad():
        print("teacher's output:", list(teacher(TOKENS).shape))
