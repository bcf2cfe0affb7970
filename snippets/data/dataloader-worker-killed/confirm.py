# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Without workers the crash is the main process's own, and faulthandler says in which line.

$ python confirm.py
exit status: SIGSEGV
Fatal Python error: Segmentation fault
in __getitem__ of broken_file.py
"""

import signal
import subprocess
import sys

import torch
from broken_file import Files

if __name__ == "__main__":
    if sys.argv[1:] == ["job"]:
        for _ in torch.utils.data.DataLoader(Files(), batch_size=2, num_workers=0, collate_fn=list):
            pass
    else:
        command = [sys.executable, "-X", "faulthandler", __file__, "job"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        print("exit status:", signal.Signals(-ended.returncode).name)
        lines = ended.stderr.splitlines()
        print(next(line for line in lines if line.startswith("Fatal Python error")))
        where = next(line for line in lines if "broken_file.py" in line)
        print("in", where.rsplit(" in ", 1)[1], "of broken_file.py")
