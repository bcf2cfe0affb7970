# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The same call, which lets the GIL go before it waits; in pybind11 that is py::call_guard<py::gil_scoped_release>().

$ python fix_release_gil.py
while C waited without the GIL, another thread went on: True
"""

import ctypes

import ticking

if __name__ == "__main__":
    library = ctypes.CDLL(None)  # calls of a CDLL release the GIL
    print("while C waited without the GIL, another thread went on:", ticking.went_on(lambda: library.usleep(900_000)))
