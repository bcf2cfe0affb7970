# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-cuda-runtime-cu12==12.9.79"]
# [tool.faultbook]
# group = "heavy"
# ///
"""Which CUDA does this environment's runtime want, and which does the driver offer? Any driver will do for the answer.

0 means that none is reached; then the runtime's own words for error 35 follow, which say that the driver is too old.

$ python confirm_runtime_against_driver.py
runtime 12090, driver ...
"""

import ctypes
from importlib.metadata import files


def load_runtime() -> ctypes.CDLL:
    """Load the CUDA runtime that pip installed, as a wheel that needs it does."""
    name = next(file for file in files("nvidia-cuda-runtime-cu12") or () if file.name.startswith("libcudart.so"))
    library = ctypes.CDLL(str(name.locate()))
    library.cudaGetErrorString.restype = ctypes.c_char_p
    return library


def version(function) -> int:
    """Return what a cuda...GetVersion function writes: 12090 is CUDA 12.9."""
    number = ctypes.c_int()
    function(ctypes.byref(number))
    return number.value


if __name__ == "__main__":
    cuda = load_runtime()
    wanted, offered = version(cuda.cudaRuntimeGetVersion), version(cuda.cudaDriverGetVersion)
    print(f"runtime {wanted}, driver {offered}")
    if error := cuda.cudaGetDeviceCount(ctypes.byref(ctypes.c_int())):
        print(f"error {error}: {cuda.cudaGetErrorString(error).decode()}")
    if not offered:
        print("no driver reaches this process: give the container its GPUs before anything is upgraded")
    elif offered // 1000 < wanted // 1000:
        print("the driver is a major version behind: another wheel, or another driver")
    else:
        print("the driver serves this runtime")
