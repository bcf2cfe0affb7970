# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13,<2.14"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""The last batch of the epoch has 6 samples instead of 8; with DETAIL the stage compares before it sends.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...PipeliningMetadataError: Stage 0 forward inputs[0]: shape mismatch: torch.Size([4, 2]) vs torch.Size([3, 2])
...
"""

from two_stages import Pipeline

if __name__ == "__main__":
    pipeline = Pipeline()
    pipeline.run(8, 1.0)
    pipeline.run(6, 2.0)
