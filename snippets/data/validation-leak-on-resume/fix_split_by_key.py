# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The name of a sample decides where it belongs, in each run, on each rank, however many samples there are.

$ python fix_split_by_key.py
validation loss before the restart 4..., after it 4...
share of the validation set that was trained on: 0.00
"""

import sys
import zlib

from splits import train


def by_key(rows: int, _: int) -> set[int]:
    """Take a tenth, by a hash that is the same everywhere; Python's own hash() of a string is not."""
    return {row for row in range(rows) if zlib.crc32(f"sample-{row}".encode()) % 10 == 0}


if __name__ == "__main__":
    sys.exit(train(by_key))
