# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# needs = {root = true, cgroup = true}
# ///
"""Open by name again: the name leads to what is there now. It fits data that may change, such as a lock or a status.

$ python fix_open_again.py
after 1 stale handle: rows of Tuesday
"""

import errno
from pathlib import Path

from handles import exported, handle_of, read_by


def read(path: Path, handle: object, tries: int = 3) -> tuple[str, int]:
    """Read by handle, and look the name up again when it is stale."""
    for stale in range(tries):
        try:
            return read_by(handle), stale
        except OSError as error:
            if error.errno != errno.ESTALE:
                raise
            handle = handle_of(path)
    raise OSError(errno.ESTALE, "still stale", str(path))


if __name__ == "__main__":
    with exported():
        shared = Path("status")
        shared.write_text("rows of Monday")
        handle = handle_of(shared)
        shared.unlink()
        shared.write_text("rows of Tuesday")
        text, stale = read(shared, handle)
        print(f"after {stale} stale handle: {text}")
