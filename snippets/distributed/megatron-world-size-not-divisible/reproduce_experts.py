# /// script
# requires-python = ">=3.11"
# dependencies = ["megatron-core==0.16.1", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 180
# ///
"""The experts' grid: their tensor size is that of the rest unless it is given, so 2 * 2 does not go into two ranks.

$ torchrun --nproc-per-node=2 reproduce_experts.py
...
...RuntimeError: world_size (2) is not divisible by expert_tensor_model_pipeline_parallel size (4)
...
"""

from grid import start

if __name__ == "__main__":
    start(tensor_model_parallel_size=2, expert_model_parallel_size=2)
