# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""A list of strings: reading one counts a reference, and the page that holds the count is copied.

$ python reproduce.py
each worker copied ... of the ... MiB of names that it only read
"""

import sys

from names import PAGE, Names, file_names, report

if __name__ == "__main__":
    names = file_names()
    pages = {id(name) // PAGE for name in names}
    sys.exit(report(Names(names), held=len(pages) * PAGE))
