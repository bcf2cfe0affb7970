# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Say where the tensors are to go; the tag of the file no longer matters.

$ python fix_map_location.py
<All keys matched successfully>
running on cpu
"""

import torch
from gpu_file import save_as_from_gpu

if __name__ == "__main__":
    save_as_from_gpu(torch.nn.Linear(2, 2).state_dict(), "last.pt")

    model = torch.nn.Linear(2, 2)
    print(model.load_state_dict(torch.load("last.pt", map_location="cpu")))
    print("running on", model.weight.device)
