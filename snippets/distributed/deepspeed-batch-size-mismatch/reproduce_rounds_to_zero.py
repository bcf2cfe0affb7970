# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A global batch that is smaller than one micro-batch on each rank: the factor that is left to infer rounds to zero.

$ python reproduce_rounds_to_zero.py
...
AssertionError: Gradient accumulation steps: 0 has to be greater than 0
"""

from deepspeed.runtime.config import DeepSpeedConfig

if __name__ == "__main__":
    DeepSpeedConfig({"train_batch_size": 4, "train_micro_batch_size_per_gpu": 8})
