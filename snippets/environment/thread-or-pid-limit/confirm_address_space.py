# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The same words for want of room: a thread's stack that does not fit the limit of the address space, ulimit -v.

$ python confirm_address_space.py
address space: 64 MiB more than in use
threads started: 7 of 32, then: can't start new thread
"""

import resource
import threading
import time
from pathlib import Path

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    room = pages * resource.getpagesize() + (64 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    print("address space: 64 MiB more than in use")
    started = 0
    try:
        for _ in range(32):
            threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
            started += 1
    except RuntimeError as error:
        print(f"threads started: {started} of 32, then: {error}")
