# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""Somebody outside sends SIGTERM to the launcher; here its own rank does it in the scheduler's place.

$ torchrun --standalone --nproc-per-node=1 reproduce.py
...Received ... death signal, shutting down workers
...
torch.distributed.elastic.multiprocessing.api.SignalException: Process ... got signal: 15
"""

import os
import signal
import time

if __name__ == "__main__":
    time.sleep(2)  # the launcher has finished starting it
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(60)  # the rank is healthy, and is ended by the launcher
