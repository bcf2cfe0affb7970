# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Ask the wheel, not the driver: what it was built for, and what it finds on this host.

$ python confirm_build.py
version ...+cpu, built for CUDA None
CUDA built in: False, a GPU to use: False
verdict: this wheel cannot use an NVIDIA GPU, whatever the driver
"""

import torch

if __name__ == "__main__":
    print(f"version {torch.__version__}, built for CUDA {torch.version.cuda}")
    built, found = torch.backends.cuda.is_built(), torch.cuda.is_available()
    print(f"CUDA built in: {built}, a GPU to use: {found}")
    if not built:
        print("verdict: this wheel cannot use an NVIDIA GPU, whatever the driver")
    elif not found:
        print("verdict: the wheel can; look at the driver, the container and CUDA_VISIBLE_DEVICES")
    else:
        print("verdict: both are there")
