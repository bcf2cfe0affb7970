# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Copy to the node's own disk before the job starts, and read the copy: what others do to the shared file is theirs.

$ python fix_node_local.py
the shared file is gone; the copy reads: rows of Monday
"""

import shutil
from pathlib import Path

from handles import exported, handle_of, read_by

if __name__ == "__main__":
    with exported():
        shared, local = Path("shared"), Path("local_scratch")
        shared.mkdir()
        (shared / "train.arrow").write_text("rows of Monday")
        shutil.copytree(shared, local)
        handle = handle_of(local / "train.arrow")

        shutil.rmtree(shared)
        print("the shared file is gone; the copy reads:", read_by(handle))
