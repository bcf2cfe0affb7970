# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_DEBUG = "VERSION"}
# ///
"""What NCCL makes of a value, on a host whose interface is lo: a prefix, an exact name, a list, an exclusion.

$ python confirm_values.py
'lo'         found
'=lo'        found
'=l'         none
'eth9'       none
'eth9,lo'    found
'eth9, lo'   none
'127.0.0.1'  none
'^eth'       found
'^eth,lo'    none
"""

import os
import subprocess
import sys

VALUES = ["lo", "=lo", "=l", "eth9", "eth9,lo", "eth9, lo", "127.0.0.1", "^eth", "^eth,lo"]

if __name__ == "__main__":
    for value in VALUES:
        environment = os.environ | {"NCCL_SOCKET_IFNAME": value}  # read once in a process
        code = "import nccl; print(nccl.start())"
        answer = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout
        print(f"{value!r:12} {'found' if 'no error' in answer else 'none'}")
