# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook.env]
# CUDA_VISIBLE_DEVICES = ""
# ///
"""What an extension is compiled for is decided where it is built. TORCH_CUDA_ARCH_LIST says it, whatever GPU is there.

An image builder set it for the A100 that it had, and the wheel holds nothing else:

>>> arch_flags("8.0")
['-gencode=arch=compute_80,code=sm_80']

With all the cards of the fleet, and PTX of the last for those to come:

>>> for flag in arch_flags("8.0 9.0 12.0+PTX"):
...     print(flag)
-gencode=arch=compute_120,code=compute_120
-gencode=arch=compute_120,code=sm_120
-gencode=arch=compute_80,code=sm_80
-gencode=arch=compute_90,code=sm_90

A setup.py that hands its own -gencode to nvcc, as flash-attn's does, is not reached by the list:

>>> arch_flags("9.0", own=["-gencode", "arch=compute_80,code=sm_80"])
[]

Without a list PyTorch asks the cards that it sees; an image build sees none:

>>> arch_flags("native")
Traceback (most recent call last):
...
IndexError: list index out of range
"""

import os

from torch.utils.cpp_extension import _get_cuda_arch_flags


def arch_flags(arch_list: str, own: list[str] | None = None) -> list[str]:
    """Return what PyTorch adds to an extension's *own* nvcc flags when it is built under this TORCH_CUDA_ARCH_LIST."""
    os.environ["TORCH_CUDA_ARCH_LIST"] = arch_list
    return _get_cuda_arch_flags(own)
