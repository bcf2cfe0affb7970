# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The compiler is there and Python's headers are not; an empty folder stands for an image without python3-dev.

$ python reproduce_headers.py
driver.c:2:10: fatal error: Python.h: No such file or directory
...
subprocess.CalledProcessError: Command ... returned non-zero exit status 1.
"""

from pathlib import Path

from stub import build

if __name__ == "__main__":
    Path("include").mkdir(exist_ok=True)
    build(include="include")
