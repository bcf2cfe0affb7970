# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Publish under a new name and leave the old one in place: who holds the old file reads it to the end.

$ python fix_new_name.py
a node that started on Monday reads: rows of Monday
a node that starts now reads: rows of Tuesday
"""

from pathlib import Path

from handles import exported, handle_of, read_by

if __name__ == "__main__":
    with exported():
        Path("v1").mkdir()
        Path("v1/train.arrow").write_text("rows of Monday")
        handle = handle_of(Path("v1/train.arrow"))

        Path("v2").mkdir()
        Path("v2/train.arrow").write_text("rows of Tuesday")  # v1 goes when no job uses it any more
        print("a node that started on Monday reads:", read_by(handle))
        print("a node that starts now reads:", read_by(handle_of(max(Path().glob("v*")) / "train.arrow")))
