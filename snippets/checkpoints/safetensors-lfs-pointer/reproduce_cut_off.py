# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""A download that stopped early: the header is whole and promises more bytes than there are.

$ python reproduce_cut_off.py
Traceback (most recent call last):
...
safetensors...SafetensorError: Error while deserializing header: incomplete metadata, file not fully covered
"""

import os

import torch
from safetensors.torch import load_file, save_file

torch.set_num_threads(1)

if __name__ == "__main__":
    save_file({"weight": torch.zeros(1000)}, "model.safetensors")
    os.truncate("model.safetensors", 2000)
    load_file("model.safetensors")
