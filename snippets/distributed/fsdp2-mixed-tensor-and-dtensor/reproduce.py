# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A method other than forward is called; no hook gathers the parameters, and the embedding meets a DTensor.

$ python reproduce.py
...
...RuntimeError: aten.embedding.default got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to ...
"""

import torch
from sharded import sharded

if __name__ == "__main__":
    sharded().encode(torch.tensor([1, 2]))
