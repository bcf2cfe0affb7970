# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Keep a copy: the shared one is freed with its descriptor, and the list holds ordinary memory.

$ python fix_copy_what_you_keep.py
batches kept: 200
"""

from batches import batches

if __name__ == "__main__":
    kept = [batch.clone() for batch in batches()]
    print("batches kept:", len(kept))
