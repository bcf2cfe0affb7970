# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The old server is told to end, waited for, and its port is bound at once.

$ python fix_end_old_server.py
old server ended with 0; the new one listens on its port: True
"""

import asyncio
import subprocess
import sys

OLD_SERVER = """
import signal, socket, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    server.accept()
"""


async def listens(port: int) -> bool:
    """Start the new server on *port*."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", port)
    return server.is_serving() and server.sockets[0].getsockname()[1] == port


if __name__ == "__main__":
    old = subprocess.Popen([sys.executable, "-c", OLD_SERVER], stdout=subprocess.PIPE, text=True)
    assert old.stdout is not None
    port = int(old.stdout.readline())
    old.terminate()  # SIGTERM to this one pid, and then wait: a server drains its requests first
    code = old.wait()
    print(f"old server ended with {code}; the new one listens on its port:", asyncio.run(listens(port)))
