# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A file saved from the wrapper: every name in it begins with module.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: Error(s) in loading state_dict for Sequential:
...Missing key(s) in state_dict: "0.weight", "0.bias"...
...Unexpected key(s) in state_dict: "module.0.weight", "module.0.bias"...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    trained = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 2)))
    torch.save(trained.state_dict(), "last.pt")

    served = torch.nn.Sequential(torch.nn.Linear(2, 2))
    served.load_state_dict(torch.load("last.pt"))
