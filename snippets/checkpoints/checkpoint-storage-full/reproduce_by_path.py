# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same save by path: PyTorch's own writer does not say which error the kernel gave.

$ python reproduce_by_path.py
Traceback (most recent call last):
...
RuntimeError: [enforce fail at inline_container.cc:...] . unexpected pos ... vs ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.save({"weight": torch.randn(1 << 16)}, "/dev/full")
