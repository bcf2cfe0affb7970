# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What stands at the top of a script runs once more in each spawned process, under another name.

$ python confirm.py
top level runs as __main__
top level runs as __mp_main__
exit code of the child: 0
"""

import multiprocessing

print("top level runs as", __name__, flush=True)


def nothing() -> None:
    """Do nothing, in the child."""


if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=nothing)
    process.start()
    process.join()
    print("exit code of the child:", process.exitcode)
