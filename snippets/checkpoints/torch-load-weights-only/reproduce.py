# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A checkpoint that keeps its command-line arguments beside the weights, loaded with the defaults.

$ python reproduce.py
Traceback (most recent call last):
...
_pickle.UnpicklingError: Weights only load failed. This file can still be loaded, to do so you have two options, ...
...
...WeightsUnpickler error: Unsupported global: GLOBAL argparse.Namespace was not an allowed global by default. ...
...
"""

import argparse

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    arguments = argparse.Namespace(lr=1e-3, epochs=3)
    torch.save({"model": torch.nn.Linear(2, 2).state_dict(), "args": arguments}, "last.pt")
    torch.load("last.pt")
