# /// script
# requires-python = ">=3.11"
# [tool.faultbook]
# needs = {root = true}
# ///
"""The daemon raises the limit while it is root, then becomes the user: the job inherits it and registers its buffer.

$ python fix_raise_it_in_the_daemon.py
user 65534 pinned 4096 KiB
"""

import os
import resource

from pinning import BUFFER, KiB, become_user, pin

if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    # The default of reproduce.py, in a daemon that is root.
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (64 * KiB, most))
    # What LimitMEMLOCK=infinity in its unit does, and docker's --ulimit memlock=-1.
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (most, most))
    become_user()
    buffer = pin(BUFFER)
    print(f"user {os.getuid()} pinned {len(buffer) // KiB} KiB")
