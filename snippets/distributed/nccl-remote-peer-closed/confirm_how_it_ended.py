# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_SOCKET_IFNAME = "lo", NCCL_DEBUG = "WARN"}
# ///
"""The line is the same whether the peer was killed, raised, or left with success: it says nothing of the reason.

$ python confirm_how_it_ended.py
killed   reported
raised   reported
left     reported
"""

import os
import subprocess
import sys

import bootstrap


def raised() -> None:
    os._exit(1)


def left() -> None:
    os._exit(0)


ENDS = {"killed": bootstrap.killed, "raised": raised, "left": left}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        job = bootstrap.unique_id()
        bootstrap.peer(job, ENDS[sys.argv[1]])
        bootstrap.waiting(job)
    else:
        for name in ENDS:
            said = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=False).stdout
            print(f"{name:8} {'reported' if 'Connection closed by remote peer' in said else 'not reported'}")
