"""The first step of every NCCL job, without a GPU: ncclGetUniqueId looks for the interface of the bootstrap."""

import ctypes
import importlib.util
import sys
from pathlib import Path


def start() -> str:
    """Let the released NCCL library choose its interface, and return its answer: "no error" or its reason."""
    package = importlib.util.find_spec("nvidia.nccl")
    folder = Path(next(iter(package.submodule_search_locations)))
    library = ctypes.CDLL(str(folder / "lib" / "libnccl.so.2"))
    library.ncclGetErrorString.restype = ctypes.c_char_p
    code = library.ncclGetUniqueId((ctypes.c_byte * 128)())
    return library.ncclGetErrorString(code).decode()


def main() -> None:
    """Do that step, and end with an error unless NCCL found an interface."""
    answer = start()
    sys.exit(0 if answer == "no error" else f"ncclGetUniqueId: {answer}")
