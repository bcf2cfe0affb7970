# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What happens to a program without a handler when the warning comes? It is ended by it, before the limit.

$ python confirm.py
with a handler: exit 0
without one: ended by SIGUSR1
"""

import signal
import subprocess
import sys

PROGRAM = "import os, signal; {handler}; os.kill(os.getpid(), signal.SIGUSR1)"

if __name__ == "__main__":
    handler = PROGRAM.format(handler="signal.signal(signal.SIGUSR1, lambda *_: None)")
    print("with a handler: exit", subprocess.run([sys.executable, "-c", handler], check=False).returncode)
    code = subprocess.run([sys.executable, "-c", PROGRAM.format(handler="pass")], check=False).returncode
    print("without one: ended by", signal.Signals(-code).name)
