# /// script
# requires-python = ">=3.11"
# dependencies = ["megatron-core==0.16.1", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 180
# ///
"""Sizes whose product divides the number of ranks: what is left over is data parallelism.

$ torchrun --nproc-per-node=2 fix_sizes_that_divide.py
...
2 ranks: tensor 2, pipeline 1, data 1; experts 1 of tensor 2
"""

from grid import start

if __name__ == "__main__":
    start(tensor_model_parallel_size=2, pipeline_model_parallel_size=1)
