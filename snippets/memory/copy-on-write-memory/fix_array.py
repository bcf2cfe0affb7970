# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""One array of fixed-width bytes: one object, one counter, and pages that nobody writes to.

$ python fix_array.py
each worker copied 0.0... of the 14 MiB of names that it only read
"""

import sys

import numpy as np
from names import Names, file_names, report

if __name__ == "__main__":
    names = np.array(file_names(), dtype="S")
    sys.exit(report(Names(names), held=names.nbytes))
