# /// script
# requires-python = ">=3.11"
# dependencies = ["psutil>=5.9"]
# ///
"""Who listens on the port, since when, and on which address? What `ss -ltnp` says, for images without it.

Here the answer is this process itself; give PORT to ask about another one.

$ python confirm.py
127.0.0.1:... is held by pid ... since ...: ...python confirm.py
"""

import datetime as dt
import os
import socket

import psutil

if __name__ == "__main__":
    old_server = socket.create_server(("127.0.0.1", 0))
    port = int(os.environ.get("PORT", old_server.getsockname()[1]))
    for listener in psutil.net_connections("tcp"):
        if listener.status == psutil.CONN_LISTEN and listener.laddr.port == port and listener.pid:
            holder = psutil.Process(listener.pid)
            since = dt.datetime.fromtimestamp(holder.create_time(), dt.UTC).isoformat(timespec="seconds")
            print(f"{listener.laddr.ip}:{port} is held by pid {holder.pid} since {since}:", *holder.cmdline())
