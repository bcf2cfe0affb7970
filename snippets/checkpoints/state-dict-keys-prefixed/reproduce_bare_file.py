# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The other way round: a file of plain names, and a model that was wrapped before it was loaded.

$ python reproduce_bare_file.py
Traceback (most recent call last):
...
RuntimeError: Error(s) in loading state_dict for DataParallel:
...Missing key(s) in state_dict: "module.0.weight", "module.0.bias"...
...Unexpected key(s) in state_dict: "0.weight", "0.bias"...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.save(torch.nn.Sequential(torch.nn.Linear(2, 2)).state_dict(), "pretrained.pt")

    wrapped = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 2)))
    wrapped.load_state_dict(torch.load("pretrained.pt"))
