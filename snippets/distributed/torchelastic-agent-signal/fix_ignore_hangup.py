# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.10"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""nohup, and a launcher that leaves SIGHUP alone: the terminal closes and the job goes on.

$ python fix_ignore_hangup.py
the job went on after the hang-up
"""

import os
import signal
import sys
import time

if __name__ == "__main__":
    if "RANK" in os.environ:
        time.sleep(2)  # the launcher has finished starting it
        os.kill(os.getppid(), signal.SIGHUP)
        time.sleep(1)
        print("the job went on after the hang-up")
    else:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # what nohup does before it starts the command
        torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=1"]
        os.execv(sys.executable, [*torchrun, "--signals-to-handle=SIGTERM,SIGINT,SIGQUIT", __file__])
