# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""An extension built with the other C++ ABI: it asks for a function whose string argument is of the old type.

$ python reproduce.py
Traceback (most recent call last):
...
ImportError: ...kernels.so: undefined symbol: _ZN3c106detail14torchCheckFail...
"""

import importlib

import torch
from extension import build

if __name__ == "__main__":
    build(cxx11_abi=not torch.compiled_with_cxx11_abi())
    importlib.import_module("kernels")
