# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_DEBUG = "INFO"}
# ///
"""Without the variable NCCL takes the first interface that is up, and docker* or lo only when there is no other.

$ python fix_leave_it_unset.py
...Bootstrap: Using lo:127.0.0.1<0>...
"""

import nccl

if __name__ == "__main__":
    nccl.main()
