# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The terminal closes. nohup lets a process ignore SIGHUP, and the launcher sets its own handler over that.

$ python reproduce_hangup.py
...Received ... death signal, shutting down workers
...
torch.distributed.elastic.multiprocessing.api.SignalException: Process ... got signal: 1
"""

import os
import signal
import sys
import time

if __name__ == "__main__":
    if "RANK" in os.environ:
        time.sleep(2)  # the launcher has finished starting it
        os.kill(os.getppid(), signal.SIGHUP)
        time.sleep(60)
    else:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # what nohup does before it starts the command
        torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=1", __file__]
        os.execv(sys.executable, torchrun)
