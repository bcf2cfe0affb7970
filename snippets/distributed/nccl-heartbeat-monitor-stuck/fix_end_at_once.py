# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A rank that raises prints its error and ends, without the clean-up that would wait for its peers.

The rank here has such a clean-up at exit, as an atexit handler that destroys the group; it would wait a minute.

$ python fix_end_at_once.py
the rank ended at once with 1, its own error is in the log: True
"""

import atexit
import os
import subprocess
import sys
import time
import traceback


def end_at_once(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Print the error as always, and let the kernel close what is open."""
    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def rank() -> None:
    sys.excepthook = end_at_once
    atexit.register(time.sleep, 60)  # stands for destroy_process_group, whose peers are in a collective
    raise ValueError("a bad sample on this rank")


if __name__ == "__main__":
    if sys.argv[1:] == ["rank"]:
        rank()
    child = [sys.executable, __file__, "rank"]
    ended = subprocess.run(child, capture_output=True, text=True, timeout=30, check=False)
    logged = "a bad sample on this rank" in ended.stderr
    print(f"the rank ended at once with {ended.returncode}, its own error is in the log: {logged}")
