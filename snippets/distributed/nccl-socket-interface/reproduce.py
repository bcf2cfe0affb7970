# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_SOCKET_IFNAME = "eth9", NCCL_DEBUG = "INFO"}
# ///
"""NCCL_SOCKET_IFNAME names an interface that this host does not have; NCCL gives up before it looks at a GPU.

$ python reproduce.py
...
[...] ...bootstrap.cc:129 (bootstrapNetInit) NCCL WARN Bootstrap : no socket interface found
...
ncclGetUniqueId: invalid usage (run with NCCL_DEBUG=WARN for details)
"""

import nccl

if __name__ == "__main__":
    nccl.main()
