# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""torch.compile(model) returns a wrapper too; its prefix is _orig_mod.

$ python reproduce_compiled.py
Traceback (most recent call last):
...
RuntimeError: Error(s) in loading state_dict for Sequential:
...Missing key(s) in state_dict: "0.weight", "0.bias"...
...Unexpected key(s) in state_dict: "_orig_mod.0.weight", "_orig_mod.0.bias"...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    trained = torch.compile(torch.nn.Sequential(torch.nn.Linear(2, 2)))
    torch.save(trained.state_dict(), "last.pt")

    served = torch.nn.Sequential(torch.nn.Linear(2, 2))
    served.load_state_dict(torch.load("last.pt"))
