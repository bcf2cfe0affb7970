# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""A list of strings: reading one counts a reference, and the page that holds the count is copied.

$ python reproduce.py
each worker copied ... of the 28 MiB of names that it only read
"""

import sys

from names import Names, file_names, report

if __name__ == "__main__":
    names = file_names()
    sys.exit(report(Names(names), held=sum(map(sys.getsizeof, names))))
