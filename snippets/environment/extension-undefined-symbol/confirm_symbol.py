# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Read the name in the message, and ask the installed libc10 which of the two it has.

$ python confirm_symbol.py
not in libc10: c10::detail::torchCheckFail(..., std::string const&)
in libc10: c10::detail::torchCheckFail(..., std::__cxx11::basic_string<...> const&)
"""

import ctypes
from pathlib import Path

import torch

BEGIN = "_ZN3c106detail14torchCheckFailEPKcS2_jRK"
OLD, NEW = "Ss", "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"


def readable(symbol: str) -> str:
    """Return the C++ name of a mangled one, as c++filt gives it; the C++ library that PyTorch needs can do it too."""
    demangle = getattr(ctypes.CDLL("libstdc++.so.6"), "__cxa_demangle")
    demangle.restype = ctypes.c_char_p
    return demangle(symbol.encode(), None, None, None).decode()


if __name__ == "__main__":
    libc10 = ctypes.CDLL(str(Path(torch.__file__).parent / "lib" / "libc10.so"))
    for symbol in (BEGIN + OLD, BEGIN + NEW):
        print("in" if hasattr(libc10, symbol) else "not in", "libc10:", readable(symbol))
