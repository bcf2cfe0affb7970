# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""A generator that the data set keeps: both workers, in both epochs, start from its one state.

$ python reproduce.py
augmentation drew 4 different values for 16 samples
"""

import sys

from crops import Crops, different, report

if __name__ == "__main__":
    sys.exit(report(different(Crops())))
