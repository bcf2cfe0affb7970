# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A download or a log is written to the home folder when the quota is used up.

$ python reproduce.py
Traceback (most recent call last):
...
OSError: [Errno 122] Disk quota exceeded
"""

from pathlib import Path

from quota import use_up

if __name__ == "__main__":
    use_up()
    with Path.home().joinpath("model.incomplete").open("wb", buffering=0) as file:
        file.write(bytes(1 << 20))
