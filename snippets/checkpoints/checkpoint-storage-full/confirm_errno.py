# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The message of a save by path hides the errno; one through a Python file keeps it in the first exception.

$ python confirm_errno.py
by path, first exception: RuntimeError, errno None
by file, first exception: OSError, errno ENOSPC
"""

import errno
from pathlib import Path

import torch

torch.set_num_threads(1)


def first_exception(save_to: object) -> BaseException:
    """Save, and follow the chain of exceptions back to where it began."""
    try:
        torch.save({"weight": torch.randn(1 << 16)}, save_to)
    except (OSError, RuntimeError) as error:
        while error.__context__ is not None:
            error = error.__context__
        return error
    message = "the save did not fail"
    raise AssertionError(message)


def report(how: str, error: BaseException) -> None:
    """Print the type of an exception, and the errno if it has one."""
    name = errno.errorcode.get(getattr(error, "errno", None))
    print(f"by {how}, first exception: {type(error).__name__}, errno {name}")


if __name__ == "__main__":
    report("path", first_exception("/dev/full"))
    with Path("/dev/full").open("wb", buffering=0) as file:  # without a buffer, nothing is left to write at the end
        report("file", first_exception(file))
