# /// script
# requires-python = ">=3.11"
# dependencies = ["megatron-core==0.16.1", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 180
# ///
"""A recipe for four GPUs, tensor 2 by pipeline 2, on three ranks.

$ torchrun --nproc-per-node=3 reproduce.py
...
...RuntimeError: world_size (3) is not divisible by 4
...
"""

from grid import start

if __name__ == "__main__":
    start(tensor_model_parallel_size=2, pipeline_model_parallel_size=2)
