# /// script
# requires-python = ">=3.11"
# dependencies = ["filelock==3.29.4"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""filelock 3.20.4 to 3.29.4 delete the lock file at release, under the hands of a node that has looked it up.

$ python reproduce_lock_deleted.py
Traceback (most recent call last):
...
OSError: [Errno 116] Stale file handle: 'cache.lock'
"""

from pathlib import Path

from filelock import FileLock
from handles import exported, handle_of, read_by

if __name__ == "__main__":
    with exported():
        with FileLock("cache.lock"):
            handle = handle_of(Path("cache.lock"))
        with FileLock("cache.lock"):
            pass
        read_by(handle, "cache.lock")
