# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Turn an old file that you wrote yourself into one that loads with the defaults.

$ python fix_convert_once.py
before: ['argparse.Namespace']
after: []
weights unchanged: True
"""

import argparse

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    weights = torch.nn.Linear(2, 2).state_dict()
    torch.save({"model": weights, "args": argparse.Namespace(lr=1e-3)}, "old.pt")
    print("before:", torch.serialization.get_unsafe_globals_in_checkpoint("old.pt"))

    checkpoint = torch.load("old.pt", weights_only=False)  # runs code from the file: only for files you made
    checkpoint["args"] = vars(checkpoint["args"])
    torch.save(checkpoint, "new.pt")

    print("after:", torch.serialization.get_unsafe_globals_in_checkpoint("new.pt"))
    loaded = torch.load("new.pt")["model"]
    print("weights unchanged:", all(torch.equal(loaded[name], weights[name]) for name in weights))
