# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""Rank 1's traceback goes to its own file, and what the console is left with is the launcher's summary.

$ torchrun --standalone --nproc-per-node=2 --log-dir=logs --redirects=3 reproduce.py
...
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:...
  exitcode  : 1 (pid: ...)...
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
...
"""

import os

if __name__ == "__main__":
    if os.environ["RANK"] == "1":
        raise ValueError("sample 8812: 511 mask values for 512 tokens")
