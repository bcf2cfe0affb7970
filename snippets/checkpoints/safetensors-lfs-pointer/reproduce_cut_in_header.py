# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""A download that stopped within the header: the table itself is not complete.

$ python reproduce_cut_in_header.py
Traceback (most recent call last):
...
safetensors...SafetensorError: Error while deserializing header: invalid header length
"""

import os

import torch
from safetensors.torch import load_file, save_file

torch.set_num_threads(1)

if __name__ == "__main__":
    save_file({"weight": torch.zeros(1000)}, "model.safetensors")
    os.truncate("model.safetensors", 40)
    load_file("model.safetensors")
