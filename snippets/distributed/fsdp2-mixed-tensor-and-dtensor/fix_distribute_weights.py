# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Load a full, plain state dict through the API that shards it; single tensors go through distribute_tensor.

$ python fix_distribute_weights.py
weights are those of the checkpoint: True
"""

import torch
from sharded import Encoder, sharded
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.tensor import distribute_tensor

if __name__ == "__main__":
    checkpoint = Encoder().state_dict()
    expected = checkpoint["layer.weight"].clone()  # loading puts DTensors into the dict
    model = sharded()
    set_model_state_dict(model, checkpoint, options=StateDictOptions(full_state_dict=True))
    weight = model.layer.weight
    same = torch.equal(weight.full_tensor(), expected)
    with torch.no_grad():
        weight.copy_(distribute_tensor(torch.ones(4, 4), weight.device_mesh, weight.placements))
    print("weights are those of the checkpoint:", same and bool((weight.full_tensor() == 1).all()))
