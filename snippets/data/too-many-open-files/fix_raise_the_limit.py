# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Where the batches must be kept as they are: a limit that fits their number, within the hard limit.

$ python fix_raise_the_limit.py
batches kept: 200
"""

from batches import batches

if __name__ == "__main__":
    kept = [batch for batch in batches(limit=1024)]  # noqa: C416
    print("batches kept:", len(kept))
