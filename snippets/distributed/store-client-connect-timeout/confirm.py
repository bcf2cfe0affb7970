# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Is the port closed, or does no answer come at all? A refusal comes from the host itself, at once.

$ python confirm.py
listening: connected
not listening: ConnectionRefusedError
"""

import socket


def ask(port: int) -> str:
    """Return how a connection to *port* ends, as `nc -zv HOST PORT` would show it."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError as error:  # TimeoutError: the packets are dropped on the way, or the host is down
        return type(error).__name__
    return "connected"


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        print("listening:", ask(port))
    print("not listening:", ask(port))
