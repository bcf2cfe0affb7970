# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A layer norm in bfloat16 gets float32 on the CPU; the other way round it would accept.

$ python reproduce_norm.py
Traceback (most recent call last):
...
RuntimeError: mixed dtype (CPU): expect parameter to have scalar type of Float
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    norm = torch.nn.LayerNorm(8).to(torch.bfloat16)
    norm(torch.randn(2, 8))
