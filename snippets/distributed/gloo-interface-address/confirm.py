# /// script
# requires-python = ">=3.11"
# dependencies = ["psutil>=5.9"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "eth9"}
# ///
"""Is the named interface here, and does it have an address? Run it on each host that shows the message.

$ python confirm.py
GLOO_SOCKET_IFNAME=eth9 has an address here: False
with an address: ...lo...
"""

import os

from interfaces import addresses

if __name__ == "__main__":
    name = os.environ["GLOO_SOCKET_IFNAME"]
    print(f"GLOO_SOCKET_IFNAME={name} has an address here: {name in addresses()}")
    print("with an address:", *addresses())
