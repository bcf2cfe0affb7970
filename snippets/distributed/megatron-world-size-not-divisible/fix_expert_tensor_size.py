# /// script
# requires-python = ">=3.11"
# dependencies = ["megatron-core==0.16.1", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 180
# ///
"""The experts' own tensor size, given as 1: their grid is 1 * 2, and both grids fit two ranks.

$ torchrun --nproc-per-node=2 fix_expert_tensor_size.py
...
2 ranks: tensor 2, pipeline 1, data 1; experts 2 of tensor 1
"""

from grid import start

if __name__ == "__main__":
    start(tensor_model_parallel_size=2, expert_model_parallel_size=2, expert_tensor_parallel_size=1)
