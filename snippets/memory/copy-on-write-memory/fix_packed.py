# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""Records of any kind: pickle each, put them end to end into one array, and unpickle the one that is asked for.

$ python fix_packed.py
each worker copied 0.0... of the 21 MiB of names that it only read
"""

import pickle
import sys

import numpy as np
from names import Names, file_names, report


class Packed:
    """A list of records that is two arrays."""

    def __init__(self, records: list[object]) -> None:
        """Pickle them end to end."""
        blobs = [pickle.dumps(record, protocol=5) for record in records]
        self.ends = np.cumsum([len(blob) for blob in blobs])
        self.data = np.frombuffer(b"".join(blobs), dtype=np.uint8)

    def __getitem__(self, index: int) -> object:
        """Return one record."""
        start = self.ends[index - 1] if index else 0
        return pickle.loads(self.data[start : self.ends[index]])

    @property
    def nbytes(self) -> int:
        """The size of both arrays."""
        return self.data.nbytes + self.ends.nbytes


if __name__ == "__main__":
    packed = Packed(file_names())
    sys.exit(report(Names(packed), held=packed.nbytes))
