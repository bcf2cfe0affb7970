# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Rewrite the file once with its tensors on the CPU: from then on the defaults load it anywhere.

$ python fix_convert_once.py
loaded with the defaults, onto: ['cpu']
"""

import torch
from gpu_file import save_as_from_gpu

if __name__ == "__main__":
    save_as_from_gpu(torch.nn.Linear(2, 2).state_dict(), "from_gpu.pt")

    torch.save(torch.load("from_gpu.pt", map_location="cpu"), "anywhere.pt")
    print("loaded with the defaults, onto:", sorted({str(t.device) for t in torch.load("anywhere.pt").values()}))
