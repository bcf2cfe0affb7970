# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""With --tee every rank's output goes to a file of its own and to the console, with the rank in front.

$ python fix_tee.py
on the console: True, in the file of rank 1: True
"""

import os
from pathlib import Path

from launch import launch

if __name__ == "__main__":
    if "RANK" in os.environ:
        if os.environ["RANK"] == "1":
            raise ValueError("sample 8812: 511 mask values for 512 tokens")
    else:
        console = launch(__file__, "--log-dir=logs", "--tee=3")
        (file,) = Path("logs").glob("*/attempt_0/1/stderr.log")
        print("on the console:", "[default1]:ValueError: sample 8812" in console, end=", ")
        print("in the file of rank 1:", "ValueError: sample 8812" in file.read_text())
