# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# targets = ["sm_90", "sm_120"]
# needs = {gpus = 1, gpu_memory = "4 GiB"}
# ///
"""What PyTorch holds but cannot use, against what was asked for: far less, so the tensors themselves do not fit.

$ python confirm_spare.py
asked for 64 MiB, spare ... MiB, spare is enough: False
"""

import torch
from stack import ROWS, WIDTH, limit_memory, make_stack

if __name__ == "__main__":
    limit_memory()
    model = make_stack().cuda()
    try:
        model(torch.randn(ROWS, WIDTH, device="cuda")).square().mean().backward()
    except torch.OutOfMemoryError:  # inside the handler the frames, and so the tensors, are still alive
        spare = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
        print(f"asked for 64 MiB, spare {spare >> 20} MiB, spare is enough: {spare >= 64 << 20}")
