# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A parameter that the checkpoint never had: load the rest, and let the absent names be those that you expect.

$ python fix_new_parameter.py
left as initialised: head.bias head.weight
body loaded: True
"""

import warnings

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.default_planner import DefaultLoadPlanner

torch.set_num_threads(1)
warnings.filterwarnings("ignore", "torch.distributed is disabled")  # one process, on purpose

if __name__ == "__main__":
    torch.manual_seed(0)
    body = torch.nn.Linear(4, 4)
    dcp.save(torch.nn.ModuleDict({"body": body}).state_dict(), checkpoint_id="pretrained", no_dist=True)

    model = torch.nn.ModuleDict({"body": torch.nn.Linear(4, 4), "head": torch.nn.Linear(4, 2)})
    state = model.state_dict()
    absent = state.keys() - dcp.FileSystemReader("pretrained").read_metadata().state_dict_metadata.keys()
    if not all(name.startswith("head.") for name in absent):
        message = f"not only the head is absent: {sorted(absent)}"
        raise SystemExit(message)
    dcp.load(state, checkpoint_id="pretrained", no_dist=True, planner=DefaultLoadPlanner(allow_partial_load=True))
    print("left as initialised:", *sorted(absent))
    print("body loaded:", torch.equal(body.weight, model["body"].weight))
