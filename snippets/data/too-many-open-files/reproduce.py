# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Keep every batch of an evaluation in a list: each holds the descriptor of its shared memory.

$ python reproduce.py
Traceback (most recent call last):
...
RuntimeError: Too many open files. Communication with the workers is no longer possible. ...
"""

from batches import batches

if __name__ == "__main__":
    kept = [batch for batch in batches()]  # noqa: C416
    print("batches kept:", len(kept))
