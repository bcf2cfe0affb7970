# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Ask for the names that the old checkpoint has; the tensors are the model's own and are filled in place.

$ python fix_map_old_names.py
weights equal: True
"""

import warnings

import torch
import torch.distributed.checkpoint as dcp

torch.set_num_threads(1)
warnings.filterwarnings("ignore", "torch.distributed is disabled")  # one process, on purpose

if __name__ == "__main__":
    trained = torch.nn.Sequential(torch.nn.Linear(4, 4))
    old_names = {"model": {f"module.{name}": weight for name, weight in trained.state_dict().items()}}
    dcp.save(old_names, checkpoint_id="old", no_dist=True)

    resumed = torch.nn.Sequential(torch.nn.Linear(4, 4))
    wanted = {"model": {f"module.{name}": weight for name, weight in resumed.state_dict().items()}}
    dcp.load(wanted, checkpoint_id="old", no_dist=True)
    equal = all(torch.equal(a, b) for a, b in zip(trained.parameters(), resumed.parameters(), strict=True))
    print("weights equal:", equal)
