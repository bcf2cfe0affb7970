# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""One node has looked a file up; another deletes it and writes it anew. The first comes back with its handle.

$ python reproduce.py
Traceback (most recent call last):
...
OSError: [Errno 116] Stale file handle: 'train.arrow'
"""

from pathlib import Path

from handles import exported, handle_of, read_by

if __name__ == "__main__":
    with exported():
        shared = Path("train.arrow")
        shared.write_text("rows of Monday")
        handle = handle_of(shared)

        shared.unlink()
        shared.write_text("rows of Tuesday")
        read_by(handle)
