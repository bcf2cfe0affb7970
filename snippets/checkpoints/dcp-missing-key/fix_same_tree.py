# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Build what is saved and what is loaded with one function: the keys of a compiled and of a bare model agree.

$ python fix_same_tree.py
in the checkpoint: model.0.bias model.0.weight step
resumed at step 100, weights equal: True
"""

import warnings

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_model_state_dict, set_model_state_dict

torch.set_num_threads(1)
warnings.filterwarnings("ignore", "torch.distributed is disabled")  # one process, on purpose


def state_of(model: torch.nn.Module, step: int) -> dict[str, object]:
    """Return the tree of a checkpoint; both directions use it."""
    return {"model": get_model_state_dict(model), "step": step}


if __name__ == "__main__":
    trained = torch.compile(torch.nn.Sequential(torch.nn.Linear(4, 4)))  # its own state_dict() has _orig_mod. in front
    dcp.save(state_of(trained, 100), checkpoint_id="step_100", no_dist=True)
    print("in the checkpoint:", *sorted(dcp.FileSystemReader("step_100").read_metadata().state_dict_metadata))

    resumed = torch.nn.Sequential(torch.nn.Linear(4, 4))
    state = state_of(resumed, 0)
    dcp.load(state, checkpoint_id="step_100", no_dist=True)
    set_model_state_dict(resumed, state["model"])
    equal = all(torch.equal(a, b) for a, b in zip(trained.parameters(), resumed.parameters(), strict=True))
    print(f"resumed at step {state['step']}, weights equal: {equal}")
