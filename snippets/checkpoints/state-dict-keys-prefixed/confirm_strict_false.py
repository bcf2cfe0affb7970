# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What strict=False does with such a file: the call returns, and no weight has been loaded.

$ python confirm_strict_false.py
first names, file and model: module.0.weight 0.weight
names that agree: 0 of 2
strict=False returned, and weights changed by it: 0 of 2
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    saved = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 2))).state_dict()
    model = torch.nn.Sequential(torch.nn.Linear(2, 2))
    own = model.state_dict()
    print("first names, file and model:", next(iter(saved)), next(iter(own)))
    print(f"names that agree: {len(saved.keys() & own.keys())} of {len(own)}")

    before = {name: weight.clone() for name, weight in own.items()}
    model.load_state_dict(saved, strict=False)
    changed = sum(not torch.equal(weight, before[name]) for name, weight in model.state_dict().items())
    print(f"strict=False returned, and weights changed by it: {changed} of {len(own)}")
