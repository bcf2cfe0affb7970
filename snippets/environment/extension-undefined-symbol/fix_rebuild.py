# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same source, built again for the PyTorch that is installed: the import returns.

$ python fix_rebuild.py
imported kernels, built for ...
"""

import importlib

import torch
from extension import build

if __name__ == "__main__":
    build(cxx11_abi=torch.compiled_with_cxx11_abi())
    module = importlib.import_module("kernels")
    print(f"imported {module.__name__}, built for {torch.__version__}")
