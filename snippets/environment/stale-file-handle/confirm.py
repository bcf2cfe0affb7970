# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Which changes make a handle stale? Those that put another inode in the name's place, and no others.

$ python confirm.py
overwritten in place: reads 'new'
renamed: reads 'old'
deleted: [Errno 116] Stale file handle
replaced by rename: [Errno 116] Stale file handle
deleted and restored: [Errno 116] Stale file handle
"""

import os
import shutil
from pathlib import Path

from handles import exported, handle_of, read_by

FILE, OTHER = Path("train.arrow"), Path("other")


def replace() -> None:
    """Write a new file beside the old one and rename it over it, as careful programs do."""
    OTHER.write_text("new")
    OTHER.replace(FILE)


def restore() -> None:
    """Delete the file and bring it back from a copy."""
    shutil.copy(FILE, OTHER)
    FILE.unlink()
    shutil.copy(OTHER, FILE)


CHANGES = {
    "overwritten in place": lambda: FILE.write_text("new"),
    "renamed": lambda: FILE.rename("elsewhere"),
    "deleted": FILE.unlink,
    "replaced by rename": replace,
    "deleted and restored": restore,
}

if __name__ == "__main__":
    with exported():
        for name, change in CHANGES.items():
            FILE.write_text("old")
            handle = handle_of(FILE)
            change()
            try:
                print(f"{name}: reads {read_by(handle)!r}")
            except OSError as error:
                print(f"{name}: [Errno {error.errno}] {os.strerror(error.errno)}")
