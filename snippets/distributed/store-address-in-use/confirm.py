# /// script
# requires-python = ">=3.11"
# dependencies = ["psutil>=5.9"]
# ///
"""Who listens on the port? The same answer as `ss -ltnp`, where that command is missing.

$ python confirm.py
port ... is held by pid ...: ...python confirm.py
"""

import os
import socket

import psutil

if __name__ == "__main__":
    other_job = socket.create_server(("", 0))
    port = int(os.environ.get("MASTER_PORT", other_job.getsockname()[1]))
    for listener in psutil.net_connections("tcp"):
        if listener.status == psutil.CONN_LISTEN and listener.laddr.port == port and listener.pid:
            print(f"port {port} is held by pid {listener.pid}:", *psutil.Process(listener.pid).cmdline())
