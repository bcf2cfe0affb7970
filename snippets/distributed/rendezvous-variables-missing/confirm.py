# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Which variables are there? Run this in place of the training script, with the same launcher.

$ python confirm.py
RANK: missing
WORLD_SIZE: missing
LOCAL_RANK: missing
MASTER_ADDR: missing
MASTER_PORT: missing
"""

import os

if __name__ == "__main__":
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"):
        print(f"{name}:", os.environ.get(name) or "missing")  # an empty value counts as missing
