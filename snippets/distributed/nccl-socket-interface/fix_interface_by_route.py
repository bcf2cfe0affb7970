# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_DEBUG = "INFO"}
# ///
"""Each host looks up by itself which interface leads to the master, and NCCL gets that name, exactly.

$ python fix_interface_by_route.py
...NCCL_SOCKET_IFNAME set by environment to =lo
...Bootstrap: Using lo:127.0.0.1<0>...
"""

import os
import subprocess

import nccl


def towards(host: str) -> str:
    """Return the interface that holds the address by which this host speaks to *host*."""
    route = subprocess.run(["ip", "-4", "route", "get", host], check=True, capture_output=True, text=True).stdout
    own = route.split(" src ")[1].split()[0]
    shown = subprocess.run(["ip", "-o", "-4", "addr", "show", "to", own], check=True, capture_output=True, text=True)
    return shown.stdout.split()[1]


if __name__ == "__main__":
    os.environ["NCCL_SOCKET_IFNAME"] = "=" + towards("127.0.0.1")  # MASTER_ADDR in a job
    nccl.main()
