# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""An init container, or the first lines of the script, waits until the name is there; here it comes with the third try.

$ python fix_wait_for_name.py
try 1: no address yet
try 2: no address yet
try 3: 127.0.0.1
"""

import itertools
import socket
import time


def wait_for(names: "itertools.chain[str]", seconds: float = 60, pause: float = 0.1) -> None:
    """Ask for a name until it resolves, or raise when *seconds* are over."""
    deadline = time.monotonic() + seconds
    for attempt, name in enumerate(names, 1):
        try:
            address = socket.gethostbyname(name)
        except socket.gaierror:
            if time.monotonic() > deadline:
                raise
            print(f"try {attempt}: no address yet")
            time.sleep(pause)
        else:
            print(f"try {attempt}: {address}")
            return


if __name__ == "__main__":
    # In a job it is one name, itertools.repeat(os.environ["MASTER_ADDR"]), that the cluster publishes after a while.
    wait_for(itertools.chain(["trainer-0.headless.invalid"] * 2, itertools.repeat("localhost")))
