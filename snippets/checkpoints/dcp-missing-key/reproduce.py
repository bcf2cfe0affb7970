# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Saved under "model", asked for without it: dcp.load wants every key of what it is given.

$ python reproduce.py
...
RuntimeError: Missing key in checkpoint state_dict: 0.bias...
"""

import warnings

import torch
import torch.distributed.checkpoint as dcp

torch.set_num_threads(1)
warnings.filterwarnings("ignore", "torch.distributed is disabled")  # one process, on purpose

if __name__ == "__main__":
    trained = torch.nn.Sequential(torch.nn.Linear(4, 4))
    dcp.save({"model": trained.state_dict()}, checkpoint_id="step_100", no_dist=True)

    resumed = torch.nn.Sequential(torch.nn.Linear(4, 4))
    dcp.load(resumed.state_dict(), checkpoint_id="step_100", no_dist=True)
