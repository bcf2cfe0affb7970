# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Count the descriptors after ten and after fifty batches, for three ways to keep them.

$ python confirm.py
batch: 40 more after 40 batches
batch.numpy(): 40 more after 40 batches
batch.clone(): 0 more after 40 batches
"""

from itertools import islice

from batches import batches, open_files

if __name__ == "__main__":
    ways = {"batch": lambda b: b, "batch.numpy()": lambda b: b.numpy(), "batch.clone()": lambda b: b.clone()}
    for name, keep in ways.items():
        source, kept = batches(), []
        kept += map(keep, islice(source, 10))
        before = open_files()
        kept += map(keep, islice(source, 40))
        print(f"{name}: {open_files() - before} more after 40 batches")
        source.close()
        kept.clear()
