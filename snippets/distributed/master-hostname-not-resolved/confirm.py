# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What does this host make of the name? Run it where the failing rank runs; `getent hosts NAME` answers the same.

$ python confirm.py
localhost: an address
trainer-0.headless.invalid: no address
"""

import os
import socket

if __name__ == "__main__":
    for name in ("localhost", os.environ.get("MASTER_ADDR", "trainer-0.headless.invalid")):
        try:
            socket.getaddrinfo(name, None, proto=socket.IPPROTO_TCP)
        except socket.gaierror:
            print(f"{name}: no address")
        else:
            print(f"{name}: an address")
