# /// script
# requires-python = ">=3.11"
# [tool.faultbook]
# exit = 1
# needs = {root = true}
# ///
"""A job that inherits 64 KiB of lockable memory cannot register one buffer of NCCL's size.

$ python reproduce.py
pinning 4096 KiB under a locked-memory limit of 64 KiB: Cannot allocate memory
Traceback (most recent call last):
...
OSError: [Errno 12] Cannot allocate memory
"""

import resource

from pinning import BUFFER, KiB, become_user, pin

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (64 * KiB, 64 * KiB))  # what a daemon's default hands down
    become_user()
    pin(BUFFER)
