# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A call into C that keeps the GIL stops every other thread of Python, and each C++ thread that needs the GIL.

$ python confirm_gil_held.py
while C kept the GIL, another thread went on: False
"""

import ctypes

import ticking

if __name__ == "__main__":
    library = ctypes.PyDLL(None)  # calls of a PyDLL keep the GIL, as an extension does that never lets it go
    print("while C kept the GIL, another thread went on:", ticking.went_on(lambda: library.usleep(900_000)))
