# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# ///
"""Where does the worker stand, two seconds later? Not in a read, but at a lock; and it uses no time.

$ python confirm.py
the worker stands at: with LOCK:
its processor time in a second, under 0.1 s: True
"""

import contextlib
import faulthandler
import linecache
import multiprocessing
import os
import re
import time
from pathlib import Path

import torch
from shared_log import Samples, start_thread

STANDS_AT = re.compile(r'File "(.*shared_log\.py)", line (\d+) in ')


def show_stack(worker: int) -> None:
    """Write the worker's stack to a file every two seconds, as py-spy would from outside."""
    faulthandler.dump_traceback_later(2, repeat=True, file=Path(f"worker-{worker}.stack").open("w"))  # noqa: SIM115


def processor_time(pid: int) -> float:
    """Return the seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    start_thread()
    loader = torch.utils.data.DataLoader(
        Samples(), num_workers=1, multiprocessing_context="fork", worker_init_fn=show_stack
    )
    batches = iter(loader)
    worker = multiprocessing.active_children()[0]
    stack = Path("worker-0.stack")
    while not (stack.exists() and (found := STANDS_AT.search(stack.read_text()))):
        time.sleep(0.1)
    file, line = found.groups()
    print("the worker stands at:", linecache.getline(file, int(line)).strip())
    before = processor_time(worker.pid)
    time.sleep(1)
    print("its processor time in a second, under 0.1 s:", processor_time(worker.pid) - before < 0.1)
    with contextlib.suppress(RuntimeError):  # the loader says that its worker is gone
        worker.kill()
        worker.join()
