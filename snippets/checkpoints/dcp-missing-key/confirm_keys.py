# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""List what the checkpoint holds without reading a tensor, and what partial loading would have left untouched.

$ python confirm_keys.py
in the checkpoint: model.0.bias model.0.weight
asked for and absent: net.0.bias net.0.weight
allow_partial_load returned, and the weight is unchanged: True
"""

import warnings

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint._nested_dict import flatten_state_dict
from torch.distributed.checkpoint.default_planner import DefaultLoadPlanner

torch.set_num_threads(1)
warnings.filterwarnings("ignore", "torch.distributed is disabled")  # one process, on purpose

if __name__ == "__main__":
    trained = torch.nn.Sequential(torch.nn.Linear(4, 4))
    dcp.save({"model": trained.state_dict()}, checkpoint_id="step_100", no_dist=True)

    state = {"net": torch.nn.Sequential(torch.nn.Linear(4, 4)).state_dict()}
    held = dcp.FileSystemReader("step_100").read_metadata().state_dict_metadata.keys()
    print("in the checkpoint:", *sorted(held))
    wanted, _ = flatten_state_dict(state)  # the names as the planner makes them from nested dicts
    print("asked for and absent:", *sorted(wanted.keys() - held))

    before = state["net"]["0.weight"].clone()
    dcp.load(state, checkpoint_id="step_100", no_dist=True, planner=DefaultLoadPlanner(allow_partial_load=True))
    print("allow_partial_load returned, and the weight is unchanged:", torch.equal(before, state["net"]["0.weight"]))
