# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Where a GPU is optional: ask for the accelerator that this build and host have, and say which one it is.

$ python fix_choose_device.py
running on ...
tensor([...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    print("running on", device)
    model = torch.nn.Linear(2, 2).to(device)
    print(model(torch.ones(2, device=device)))
