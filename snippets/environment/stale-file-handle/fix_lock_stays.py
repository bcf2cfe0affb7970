# /// script
# requires-python = ">=3.11"
# dependencies = ["filelock>=3.29.5"]
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""A lock file that is left in place at release: who looked it up before comes back to the same file.

$ python fix_lock_stays.py
after two holders on other nodes the handle opens the lock file
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
        print("after two holders on other nodes the handle opens the lock file")
