# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""With @record the exception travels through a file to the launcher, and its summary holds the traceback.

$ python fix_record.py
in the summary: an error file True, the exception True
"""

import os

from launch import launch
from torch.distributed.elastic.multiprocessing.errors import record


@record
def main() -> None:
    """Fail on rank 1, as before."""
    if os.environ["RANK"] == "1":
        raise ValueError("sample 8812: 511 mask values for 512 tokens")


if __name__ == "__main__":
    if "RANK" in os.environ:
        main()
    else:
        summary = launch(__file__).partition("Root Cause (first observed failure):")[2]
        print("in the summary: an error file", "error.json" in summary, end=", ")
        print("the exception", "ValueError: sample 8812" in summary)
