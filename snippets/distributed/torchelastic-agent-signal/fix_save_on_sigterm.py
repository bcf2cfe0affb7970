# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The launcher passes SIGTERM on to its ranks and waits; a rank that saves in that time can be resumed.

$ python fix_save_on_sigterm.py
stopped at step 3 by a signal, saved: True
resumed at step 3, done at step 6
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

CHECKPOINT = Path("checkpoint")


def train(steps: int = 6) -> None:
    """Take steps; at step 3 of the first run the scheduler stops the job."""
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    step = first = int(CHECKPOINT.read_text()) if CHECKPOINT.exists() else 0
    while step < steps:
        if step == 3 and first == 0:
            time.sleep(2)  # the launcher has finished starting it
            os.kill(os.getppid(), signal.SIGTERM)  # in the scheduler's place
            while not stopped:
                time.sleep(0.1)
        if stopped:
            CHECKPOINT.write_text(str(step))  # between two steps, so that the state is whole
            sys.exit(0)
        step += 1
    print(f"resumed at step {first}, done at step {step}", flush=True)


if __name__ == "__main__":
    if "RANK" in os.environ:
        train()
    else:
        torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=1", __file__]
        subprocess.run(torchrun, check=False, capture_output=True)
        print(f"stopped at step {CHECKPOINT.read_text()} by a signal, saved: {CHECKPOINT.exists()}", flush=True)
        sys.exit(subprocess.run(torchrun, check=False).returncode)
