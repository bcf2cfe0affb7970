# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_SOCKET_IFNAME = "lo", NCCL_DEBUG = "VERSION"}
# ///
"""The error that NCCL returns is the same for every CUDA failure. What failed stands in its last error, quoted.

No GPU is needed to see the two: on a host without one, the first call of CUDA fails.

$ python confirm_quoted_failure.py
returned:   unhandled cuda error (run with NCCL_DEBUG=INFO for details)
last error: Cuda failure '...'
"""

import ctypes
import importlib.util
from pathlib import Path


class UniqueId(ctypes.Structure):
    """What rank 0 gives to the others, 128 bytes."""

    _fields_ = (("internal", ctypes.c_byte * 128),)


if __name__ == "__main__":
    package = importlib.util.find_spec("nvidia.nccl")
    nccl = ctypes.CDLL(str(Path(next(iter(package.submodule_search_locations))) / "lib" / "libnccl.so.2"))
    nccl.ncclGetErrorString.restype = nccl.ncclGetLastError.restype = ctypes.c_char_p
    job, communicator = UniqueId(), ctypes.c_void_p()
    nccl.ncclGetUniqueId(ctypes.byref(job))
    code = nccl.ncclCommInitRank(ctypes.byref(communicator), 1, job, 0)
    print("returned:  ", nccl.ncclGetErrorString(code).decode())
    print("last error:", nccl.ncclGetLastError(None).decode())
