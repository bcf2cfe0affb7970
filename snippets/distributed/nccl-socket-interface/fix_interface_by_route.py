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

import contextlib
import fcntl
import os
import socket
import struct

import nccl

SIOCGIFADDR = 0x8915


def towards(host: str) -> str:
    """Return the interface that holds the address by which this host speaks to *host*, as `ip route get` does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, 9))  # sends nothing; only the route is looked up
        own = socket.inet_aton(probe.getsockname()[0])
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                if fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))[20:24] == own:
                    return name
    raise LookupError(f"no interface holds the address by which this host speaks to {host}")


if __name__ == "__main__":
    os.environ["NCCL_SOCKET_IFNAME"] = "=" + towards("127.0.0.1")  # MASTER_ADDR in a job
    nccl.main()
